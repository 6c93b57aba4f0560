/** Where a spec states something: path relative to the specs folder, line and column from 1. */
export interface SpecPosition {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A value together with the place that states it. */
export interface Located<T> {
  readonly value: T;
  readonly at: SpecPosition;
}
