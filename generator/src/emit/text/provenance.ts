import type { SpecPosition } from '../../model/index.js';

/** `nscale-sse/asyncapi.yaml:180:9`: the place of a spec as emitted code and reports name it. */
export function specPosition(at: SpecPosition): string {
  return `${at.file}:${String(at.line)}:${String(at.column)}`;
}

/** The line of a doc comment that says where a declaration comes from. */
export function specLine(at: SpecPosition): string {
  return `Spec: ${specPosition(at)}`;
}
