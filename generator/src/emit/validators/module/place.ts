import { pascalCase } from '../../../names/index.js';
import type { FunctionUnit } from './function-unit.js';

const longestBase = 60;
const longestLabel = 100;

/** Where in the emitted module a subschema is checked: names its helper function and hands on the depth. */
export class Place {
  private constructor(
    /** The function that makes the check. */
    readonly unit: FunctionUnit,
    /** Base of a helper's name, `ChunkChoices`. */
    readonly base: string,
    /** The same for the reader of a comment, `Chunk.choices`. */
    readonly label: string,
    /** Whether the value is a member of the function's own value, and not that value itself. */
    readonly descends: boolean,
  ) {}

  static of(unit: FunctionUnit): Place {
    return new Place(unit, unit.base, unit.label, false);
  }

  /** A value inside the value. */
  member(suffix: string, label: string): Place {
    return new Place(this.unit, this.#baseWith(suffix), this.#labelWith(label), true);
  }

  /** The same value under another schema. */
  part(suffix: string, label: string): Place {
    return new Place(this.unit, this.#baseWith(suffix), this.#labelWith(` (${label})`), this.descends);
  }

  /** The same value under the branch of a union that is told by this value of its discriminant. */
  variant(value: string): Place {
    return this.part(pascalCase(value) || 'Variant', value);
  }

  /** Deep or long names give way to the name of the type. */
  #baseWith(suffix: string): string {
    const base = this.base + suffix;
    return base.length <= longestBase ? base : `${this.unit.owner}Part`;
  }

  #labelWith(suffix: string): string {
    const label = this.label + suffix;
    return label.length <= longestLabel ? label : `${this.unit.owner} … ${label.slice(-longestLabel / 2)}`;
  }

  /** The depth that a function which counts is called with. */
  get depth(): string {
    if (!this.unit.carriesDepth) return '0';
    return this.descends ? 'depth + 1' : 'depth';
  }
}
