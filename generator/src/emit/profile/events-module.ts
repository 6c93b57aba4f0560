import type { Profile } from '../../model/index.js';
import { addConstant, addTypeImport, buildModule, docs } from '../module.js';
import { propertyKey, stringLiteral } from '../text/index.js';
import { specLine } from '../text/provenance.js';

/** `events.ts`: the event types by name, and the map from event type to event; undefined without events. */
export function eventsModule(profile: Profile): string | undefined {
  const [first] = profile.events;
  if (first === undefined) return undefined;
  const events = profile.events.map((event) => ({
    event,
    typeName: profile.schemas.get(event.schema)?.name ?? '',
  }));
  return buildModule((file) => {
    addTypeImport(file, ['ProfileEvent', ...events.map(({ typeName }) => typeName)], './types.js');
    file.addInterface({
      name: 'ProfileEventByType',
      isExported: true,
      docs: docs('From event type to event.'),
      properties: events.map(({ event, typeName }) => ({
        name: propertyKey(event.type),
        type: typeName,
        docs: docs(event.description, specLine(event.at)),
      })),
    });
    file.addTypeAlias({
      name: 'ProfileEventType',
      isExported: true,
      type: 'keyof ProfileEventByType',
      docs: docs('The name of an event type.'),
    });
    addConstant(
      file,
      'profileEventTypes',
      `[${profile.events.map((event) => stringLiteral(event.type)).join(', ')}] as const satisfies readonly ProfileEventType[]`,
      docs('Every event type, in the order of the document.', specLine(first.at)),
    );
    file.addFunction({
      name: 'isEventOfType',
      isExported: true,
      typeParameters: [{ name: 'Type', constraint: 'ProfileEventType' }],
      parameters: [
        { name: 'event', type: 'ProfileEvent' },
        { name: 'type', type: 'Type' },
      ],
      returnType: 'event is ProfileEventByType[Type]',
      statements: 'return event.type === type;',
      docs: docs('Whether an event is of one type; narrows the union.'),
    });
  });
}
