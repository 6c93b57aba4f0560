/** Who a file belongs to: `generated` is rewritten on every run, `user` is written once and never touched again. */
export type FileOwnership = 'generated' | 'user';

/** One file to write. */
export interface WritableFile {
  /** Relative to the output folder, forward slashes, no `.` or `..` segments. */
  readonly path: string;
  readonly text: string;
  /** The spec files that the text comes from, relative to the specs folder. */
  readonly sources: readonly string[];
  readonly ownership: FileOwnership;
}

/** The program that writes, as the manifest records it. */
export interface GeneratorIdentity {
  readonly name: string;
  readonly version: string;
}

export interface PlanOptions {
  readonly generator: GeneratorIdentity;
  /**
   * The packages (top-level folders) that the run is about. Manifest entries outside of them are kept as
   * they are. Absent: the files are the whole output, and everything else that the manifest owns is stale.
   */
  readonly scope?: ReadonlySet<string>;
}

/**
 * What becomes of a path: `kept` is a skeleton that its user owns by now; `foreign` is a file that profilegen
 * did not write and therefore does not overwrite.
 */
export type FileState = 'created' | 'changed' | 'unchanged' | 'stale' | 'kept' | 'foreign';

export interface PlannedFile {
  readonly path: string;
  readonly state: FileState;
  /** The text that belongs there; absent for a stale file. */
  readonly text?: string;
  /** The file on disk is not what the last run wrote: writing or pruning it discards somebody's edit. */
  readonly edited: boolean;
}

export type OutputProblemCode = 'output-unsafe' | 'output-foreign' | 'output-unwritable' | 'output-locked';

/** Why the output folder, or one path in it, is not written. */
export interface OutputProblem {
  readonly code: OutputProblemCode;
  /** Relative to the output folder; empty for the folder itself. */
  readonly path: string;
  readonly message: string;
  readonly expected?: string;
  readonly found?: string;
}

/** Thrown when the disk refuses; whatever was written until then is undone. */
export class OutputError extends Error {
  readonly problem: OutputProblem;

  constructor(problem: OutputProblem, cause?: unknown) {
    super(problem.message, { cause });
    this.name = 'OutputError';
    this.problem = problem;
  }
}

export interface WritePlan {
  /** The output folder, absolute. */
  readonly root: string;
  /** Sorted by path (code units), the manifest included. */
  readonly files: readonly PlannedFile[];
  /** Every path that the new manifest lists: the written ones, other scopes', and skeletons of users. */
  readonly owned: ReadonlySet<string>;
  /** Not empty: the plan must not be applied. */
  readonly problems: readonly OutputProblem[];
}
