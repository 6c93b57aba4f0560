import { renderTemplate } from '../template.js';
import type { PackageSettings } from '../settings.js';
import type { AdapterScope } from './scope.js';

/** The README of an adapter package: what it serves, and how to start it. */
export function adapterReadme(
  scope: AdapterScope,
  id: string,
  settings: PackageSettings,
  templates: ReadonlyMap<string, string>,
): string {
  return renderTemplate(templates.get(`${id}/README.md.hbs`) ?? '', {
    name: `${settings.scope}/${id}`,
    command: id,
    title: scope.profile.title,
    sources: scope.profile.sources,
    columns: ['Operation', 'Request', 'Streamed', 'Plain', 'Tools', 'Cancelled'].map((text) => ({ text })),
    rows: scope.operations.map(({ wireName, http, features }) => [
      { code: wireName },
      { code: `${http.method.toUpperCase()} ${http.path}` },
      ...(['streaming', 'non_streaming', 'tool_calls', 'cancellation'] as const).map((feature) => ({
        text: features.has(feature) ? 'yes' : 'no',
      })),
    ]),
  });
}
