/**
 * Who a file of the output folder belongs to. `generated`: profilegen rewrites it on every run. `user`: a
 * skeleton that is written once, when it is missing, and never touched again.
 */
export type Ownership = 'generated' | 'user';

/** One file of a compilation, not yet on disk. */
export interface OutputFile {
  /** Relative to the output folder, forward slashes, no `.` or `..` segments. */
  readonly path: string;
  /** The whole text, LF line ends, written as UTF-8. */
  readonly text: string;
  /** The spec files that the text comes from, relative to the specs folder. */
  readonly sources: readonly string[];
  readonly ownership: Ownership;
}
