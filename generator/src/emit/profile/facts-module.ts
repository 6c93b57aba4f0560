import type { Fact, Profile } from '../../model/index.js';
import { camelCase } from '../../names/index.js';
import { addConstant, buildModule, docs } from '../module.js';
import { jsonLiteral, propertyKey } from '../text/index.js';
import { specLine } from '../text/provenance.js';

/** `profile.ts`: what the document states about itself and its surroundings, as constants; undefined where it states nothing. */
export function factsModule(profile: Profile): string | undefined {
  const constants = [
    ...factConstant('identity', profile.identity, 'Who the profile is.', camelCase),
    ...factConstant('delivery', profile.delivery, 'How each phase of a stream is delivered.', (name) => name),
    ...factConstant('failures', profile.failures, 'How each kind of failure is reported.', (name) => name),
    ...situations(profile),
    ...tables(profile),
    ...servers(profile),
  ];
  if (constants.length === 0) return undefined;
  return buildModule((file) => {
    for (const { name, initializer, doc } of constants) addConstant(file, name, initializer, doc);
  });
}

interface Constant {
  readonly name: string;
  readonly initializer: string;
  readonly doc: string[];
}

function factConstant(
  name: string,
  facts: readonly Fact[],
  meaning: string,
  keyOf: (name: string) => string,
): Constant[] {
  const [first] = facts;
  if (first === undefined) return [];
  const members = facts.map((fact) => `${propertyKey(keyOf(fact.name))}: ${jsonLiteral(fact.value)}`);
  return [
    { name, initializer: `{ ${members.join(', ')} } as const`, doc: docs(meaning, specLine(first.at)) },
  ];
}

function situations(profile: Profile): Constant[] {
  const [first] = profile.situations;
  if (first === undefined) return [];
  const rows = profile.situations.map(({ name, status, body, description }) =>
    jsonLiteral({ situation: name, status, ...(body === undefined ? {} : { body }), description }),
  );
  return [
    {
      name: 'situations',
      initializer: `[${rows.join(', ')}] as const`,
      doc: docs(
        'What is answered in each situation: HTTP status codes and the type of the body.',
        specLine(first.at),
      ),
    },
  ];
}

function tables(profile: Profile): Constant[] {
  return profile.tables.map((table) => ({
    name: camelCase(table.name),
    initializer: `[${table.rows
      .map((row) =>
        jsonLiteral(
          Object.fromEntries(
            table.columns.map((column, index) => [camelCase(column), row.cells[index] ?? '']),
          ),
        ),
      )
      .join(', ')}] as const`,
    doc: docs(table.heading, specLine(table.at)),
  }));
}

function servers(profile: Profile): Constant[] {
  const [first] = profile.stream?.servers ?? [];
  if (first === undefined) return [];
  const rows = (profile.stream?.servers ?? []).map((server) =>
    jsonLiteral({
      name: server.name,
      url: server.url,
      protocol: server.protocol,
      security: server.security.map(({ name, type, scheme }) => ({
        name,
        type,
        ...(scheme === undefined ? {} : { scheme }),
      })),
    }),
  );
  return [
    {
      name: 'servers',
      initializer: `[${rows.join(', ')}] as const`,
      doc: docs('The servers that the document names.', specLine(first.at)),
    },
  ];
}
