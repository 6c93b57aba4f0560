import type { Profile } from '../../model/index.js';
import { specPosition } from '../text/provenance.js';
import { renderTemplate, type Cell } from '../template.js';

interface Section {
  readonly heading: string;
  readonly text: string;
  readonly columns: readonly Cell[];
  readonly rows: readonly (readonly Cell[])[];
}

/** The README of a profile's package: what it exports, row by row, with the place of the spec that says so. */
export function readme(profile: Profile, template: string): string {
  const sections = [types(profile), operations(profile), events(profile), messages(profile), rules(profile)];
  return renderTemplate(template, {
    name: profile.packageName,
    title: profile.title,
    sources: profile.sources,
    sections: sections.filter((section) => section.rows.length > 0),
  });
}

const text = (value: string): Cell => ({ text: value });
const code = (value: string): Cell => ({ code: value });

function types(profile: Profile): Section {
  const exported = [...profile.schemas.values()].filter((named) => named.exported);
  return {
    heading: 'Types',
    text: 'For each type X there is a guard isX(value), which allocates nothing, and validateX(value), which reports every issue with its JSON pointer and the place of the specification that demands it.',
    columns: [text('Type'), text('Specification')],
    rows: exported.map((named) => [code(named.name), code(specPosition(named.at))]),
  };
}

function operations(profile: Profile): Section {
  return {
    heading: 'Operations',
    text: 'Operations by the name that goes over the wire.',
    columns: [text('Operation'), text('Meaning'), text('Requirement'), text('Specification')],
    rows: profile.operations
      .filter((operation) => operation.wireName !== undefined)
      .map((operation) => [
        code(operation.wireName ?? ''),
        text(operation.title),
        text(operation.requirement),
        code(specPosition(operation.at)),
      ]),
  };
}

function events(profile: Profile): Section {
  return {
    heading: 'Events',
    text: 'Members of the union ProfileEvent, told apart by their type.',
    columns: [text('Event type'), text('Required fields'), text('Meaning'), text('Specification')],
    rows: profile.events.map((event) => [
      code(event.type),
      text(
        event.fields
          .filter((field) => field.required)
          .map((field) => field.name)
          .join(', '),
      ),
      text(event.description),
      code(specPosition(event.at)),
    ]),
  };
}

function messages(profile: Profile): Section {
  return {
    heading: 'Stream messages',
    text: 'Members of the union StreamMessage, which readStream(body) reads from server-sent events.',
    columns: [text('Message'), text('Meaning'), text('Specification')],
    rows: (profile.stream?.messages ?? []).map((message) => [
      code(message.name),
      text(message.title),
      code(specPosition(message.at)),
    ]),
  };
}

function rules(profile: Profile): Section {
  return {
    heading: 'Data rules',
    text: 'Conditions on the data of one value. A value that breaks one has an issue with its code.',
    columns: [text('Rule'), text('Condition'), text('Code'), text('Specification')],
    rows: profile.dataRules.map((rule) => [
      code(rule.name),
      code(rule.condition.value),
      code(rule.code),
      code(specPosition(rule.at)),
    ]),
  };
}
