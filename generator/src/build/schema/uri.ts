/** The scheme of documents that are known by their path only; nothing outside this folder uses it. */
const documentScheme = 'profilegen-document:';

/** The URI that stands for a document which names none itself. */
export function documentUri(file: string): string {
  const path = file.replace(/[%?#]/g, encodeURIComponent);
  return new URL(`${documentScheme}///${path}`).href;
}

export function isDocumentUri(uri: string): boolean {
  return uri.toLowerCase().startsWith(documentScheme);
}

/** Resolves a URI reference (RFC 3986, section 5); undefined when that is impossible. */
export function resolveUri(reference: string, base: string): string | undefined {
  try {
    return new URL(reference, base).href;
  } catch {
    return undefined;
  }
}

export interface UriParts {
  /** The URI in front of its fragment. */
  readonly resource: string;
  /** Decoded, without `#`; empty when there is none. */
  readonly fragment: string;
}

/** Undefined when the escapes of the fragment are not UTF-8. */
export function splitFragment(uri: string): UriParts | undefined {
  const hash = uri.indexOf('#');
  if (hash === -1) return { resource: uri, fragment: '' };
  try {
    return { resource: uri.slice(0, hash), fragment: decodeURIComponent(uri.slice(hash + 1)) };
  } catch {
    return undefined;
  }
}

/** Whether a reference names a scheme (`http:`, `file:`, `C:`), and so says by itself where it leads. */
export function hasScheme(reference: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(reference);
}

/**
 * Whether a relative reference leads out of the folder of its specification, the first folder of `file`.
 * Absolute paths, network paths and backslashes (which some resolvers read as slashes) count as leaving.
 */
export function leavesFolder(reference: string, file: string): boolean {
  const [path = ''] = reference.split(/[?#]/);
  if (path.startsWith('/') || path.includes('\\')) return true;
  const folders = file.split('/').slice(0, -1);
  const folderOfSpecification = Math.min(folders.length, 1);
  let depth = folders.length;
  for (const segment of path.replaceAll(/%2e/gi, '.').split('/')) {
    if (segment === '..') depth -= 1;
    else if (segment !== '.' && segment !== '') depth += 1;
    if (depth < folderOfSpecification) return true;
  }
  return false;
}
