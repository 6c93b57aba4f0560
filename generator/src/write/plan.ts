import { resolve } from 'node:path';

import { occupantOf, readBytes, type Occupant } from './disk.js';
import { formatManifest, parseManifest, sha256, type ManifestEntry } from './manifest.js';
import { compareCodeUnits, isOutputPath, manifestName, packageOf } from './paths.js';
import type { FileState, OutputProblem, PlannedFile, PlanOptions, WritableFile, WritePlan } from './types.js';

/**
 * Compares what must be written with the disk and with the manifest of the last run. Reads only.
 *
 * @param files the whole output, or the packages of `options.scope`
 * @param outDir the output folder; it need not exist
 * @returns every file with what becomes of it, and the problems that forbid writing: `output-foreign` for
 *   a path at which something stands that profilegen did not write, `output-unsafe` for one that would
 *   lead out of the folder
 */
export function planWrite(files: readonly WritableFile[], outDir: string, options: PlanOptions): WritePlan {
  const root = resolve(outDir);
  const unusable = pathProblems(files);
  if (unusable.length > 0) return { root, files: [], owned: new Set(), problems: unusable };

  const { known, text: oldManifest, problem } = readManifest(root);
  const wanted = files.map((file) => planFile(root, file, known.get(file.path)));
  const paths = new Set(files.map((file) => file.path));
  const others = [...known.values()]
    .filter((entry) => !paths.has(entry.path))
    .map((entry) => planAbsent(root, entry, options.scope));

  const entries = [...files.map(entryFor), ...others.flatMap((other) => other.keep ?? [])];
  const manifest = planManifest(oldManifest, formatManifest(options.generator, entries));
  return {
    root,
    files: [
      ...wanted.map((plan) => plan.file),
      ...others.flatMap((other) => other.stale ?? []),
      manifest,
    ].sort((a, b) => compareCodeUnits(a.path, b.path)),
    owned: new Set(entries.map((entry) => entry.path)),
    problems: [...(problem ? [problem] : []), ...wanted.flatMap((plan) => plan.problem ?? [])],
  };
}

/** Paths that must not be written on some platform, or that two files share on some file system. */
function pathProblems(files: readonly WritableFile[]): readonly OutputProblem[] {
  const seen = new Map<string, string>();
  return files.flatMap(({ path }): readonly OutputProblem[] => {
    if (!isOutputPath(path)) {
      return [{ code: 'output-unsafe', path, message: 'A file cannot have this name in an output folder.' }];
    }
    const folded = path.normalize('NFC').toLowerCase();
    const first = seen.get(folded);
    seen.set(folded, path);
    if (first === undefined) return [];
    return [{ code: 'output-unsafe', path, message: 'Two files would have the same name.', found: first }];
  });
}

interface KnownManifest {
  readonly known: ReadonlyMap<string, ManifestEntry>;
  /** Undefined when there is none yet. */
  readonly text?: string;
  readonly problem?: OutputProblem;
}

function readManifest(root: string): KnownManifest {
  const occupant = occupantOf(root, manifestName);
  if (occupant.kind === 'nothing') return { known: new Map() };
  if (occupant.kind !== 'file')
    return { known: new Map(), text: '', problem: foreign(manifestName, occupant.what) };
  const text = readBytes(root, manifestName).toString('utf8');
  const reading = parseManifest(text);
  if (reading.ok) return { known: reading.entries, text };
  const problem: OutputProblem = {
    code: 'output-foreign',
    path: manifestName,
    message:
      'The file is not a manifest that profilegen wrote, so nothing tells which files here are its own.',
    expected: 'the manifest of an earlier run (restore it), or no such file',
    found: reading.reason,
  };
  return { known: new Map(), text, problem };
}

interface WantedPlan {
  readonly file: PlannedFile;
  readonly problem?: OutputProblem;
}

function planFile(root: string, { path, text, ownership }: WritableFile, known?: ManifestEntry): WantedPlan {
  const occupant = occupantOf(root, path);
  const planned = (state: FileState, edited = false): PlannedFile => ({ path, state, text, edited });
  if (occupant.kind === 'nothing') return { file: planned('created') };
  if (occupant.kind === 'blocked') return { file: planned('foreign'), problem: blocked(path, occupant) };
  // A skeleton belongs to its user once it is there, whatever it has become.
  if (ownership === 'user') return { file: planned('kept') };
  if (occupant.kind === 'other') return { file: planned('foreign'), problem: foreign(path, occupant.what) };
  const bytes = readBytes(root, path);
  // The same bytes are no loss, so a folder whose manifest got lost can be taken up again.
  if (bytes.equals(Buffer.from(text, 'utf8'))) return { file: planned('unchanged') };
  if (known?.ownership !== 'generated') {
    return { file: planned('foreign'), problem: foreign(path, 'a file that profilegen did not write') };
  }
  return { file: planned('changed', sha256(bytes) !== known.sha256) };
}

interface AbsentPlan {
  /** The entry stays in the manifest. */
  readonly keep?: ManifestEntry;
  /** The file is pruned. */
  readonly stale?: PlannedFile;
}

/** A manifest entry that the run does not write: another scope's, a user's, or stale. */
function planAbsent(root: string, entry: ManifestEntry, scope: ReadonlySet<string> | undefined): AbsentPlan {
  const { path } = entry;
  if (scope !== undefined && !scope.has(packageOf(path) ?? '')) return { keep: entry };
  const occupant = occupantOf(root, path);
  if (entry.ownership === 'user') return occupant.kind === 'nothing' ? {} : { keep: entry };
  // Anything but a regular file at that path is not what profilegen wrote: it is left alone, and disowned.
  if (occupant.kind !== 'file') return {};
  return { stale: { path, state: 'stale', edited: sha256(readBytes(root, path)) !== entry.sha256 } };
}

function planManifest(oldText: string | undefined, text: string): PlannedFile {
  const state = oldText === undefined ? 'created' : oldText === text ? 'unchanged' : 'changed';
  return { path: manifestName, state, text, edited: false };
}

function entryFor({ path, text, sources, ownership }: WritableFile): ManifestEntry {
  return { path, sha256: sha256(text), sources, ownership };
}

function foreign(path: string, found: string): OutputProblem {
  return {
    code: 'output-foreign',
    path,
    message: 'Something that profilegen did not write stands where a file must be written.',
    expected: 'nothing, or a file that the manifest lists; move it away or choose another output folder',
    found,
  };
}

function blocked(path: string, { parent, what }: Occupant & { kind: 'blocked' }): OutputProblem {
  return {
    code: what === 'a symbolic link' ? 'output-unsafe' : 'output-foreign',
    path,
    message: `"${parent}" is not a folder of the output: nothing is written through it.`,
    expected: 'a folder, or nothing',
    found: what,
  };
}
