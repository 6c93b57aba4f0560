/** Name of the file in the output folder that records what profilegen owns there. */
export const manifestName = 'manifest.json';

/** Folder in the output folder for the lock and for files on their way; it exists only while a run writes. */
export const workFolder = '.profilegen';

/** Code units, not the locale's collation: the order must be the same on every machine. */
export function compareCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

// Characters that some file system forbids or reads as a separator, a drive or a stream.
const forbiddenCharacter = /[\u0000-\u001f\u007f<>:"|?*\\]/;

/** Names that Windows gives to devices, with any extension. */
const deviceName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/**
 * Whether a path names a file inside the output folder on every platform. A manifest is read from disk and
 * may have been tampered with, so its paths pass here too before anything is deleted.
 */
export function isOutputPath(path: string): boolean {
  const segments = path.split('/');
  if (segments[0]?.toLowerCase() === workFolder || path.toLowerCase() === manifestName) return false;
  return segments.every(isSegment);
}

function isSegment(segment: string): boolean {
  if (segment === '' || segment === '.' || segment === '..') return false;
  if (segment.toLowerCase() === '.git' || segment.length > 255) return false;
  return !forbiddenCharacter.test(segment) && !deviceName.test(segment) && !/[. ]$/.test(segment);
}

/** The package (top-level folder) that a path lies in; undefined for a file of the output folder itself. */
export function packageOf(path: string): string | undefined {
  const slash = path.indexOf('/');
  return slash === -1 ? undefined : path.slice(0, slash);
}

/** What npm and tsc leave inside the output folder; profilegen neither owns it nor complains about it. */
export function isBuildProduct(name: string, isFolder: boolean): boolean {
  if (isFolder) return name === 'node_modules' || name === 'dist';
  return name === 'package-lock.json' || name.endsWith('.tsbuildinfo');
}
