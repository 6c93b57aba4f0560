import type { NamedSchema, Profile } from '../../model/index.js';
import { bodyTypes } from '../types/body-types.js';
import { declaredSchemas } from '../types/declared.js';
import { payloadTypes } from '../types/payload-types.js';
import { specLine } from '../text/provenance.js';

/** The documents whose component schemas openapi-typescript prints. */
const isBody = (named: NamedSchema): boolean =>
  named.exported && /\.openapi\.[^/]*#\/components\/schemas\/[^/]+$/.test(named.id);

export interface TypeModules {
  readonly types: string;
  /** Undefined where the profile has no OpenAPI document. */
  readonly bodies: string | undefined;
}

/** `types.ts`, and `bodies.ts` beside it for the bodies of HTTP operations. */
export async function typeModules(profile: Profile): Promise<TypeModules> {
  const declared = declaredSchemas(profile.schemas);
  const bodies = declared.filter(isBody);
  const payloads = declared.filter((named) => !isBody(named));
  const names = new Map(declared.map((named) => [named.id, named.name]));
  const types = await payloadTypes(payloads, profile.schemas, (id) => names.get(id));
  if (profile.http.length === 0 && bodies.length === 0) return { types, bodies: undefined };
  const imported = new Set<string>();
  const text = await bodyTypes(profile.http, bodies, profile.schemas, (id) => {
    const name = names.get(id);
    if (name !== undefined) imported.add(name);
    return name;
  });
  const header =
    imported.size === 0 ? '' : `import type { ${[...imported].sort().join(', ')} } from './types.js';\n\n`;
  return { types: [bodyAliases(bodies), types].join('\n'), bodies: header + text };
}

/** `export type ChatRequest = components['schemas']['ChatRequest']`, so that readers need one import only. */
function bodyAliases(bodies: readonly NamedSchema[]): string {
  if (bodies.length === 0) return '';
  const aliases = bodies.map(
    (named) =>
      `/** ${specLine(named.at)} */\nexport type ${named.name} = components['schemas']['${named.name}'];\n`,
  );
  return [`import type { components } from './bodies.js';\n`, ...aliases].join('\n');
}
