import { diagnose, printable, type Diagnostic } from '../diagnostics/index.js';
import type { Profile, Property } from '../model/index.js';
import { writtenSchemas } from './schemas.js';

const styles = {
  snake_case: /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/,
  camelCase: /^[a-z][a-z0-9]*([A-Z][a-z0-9]*)+$/,
  PascalCase: /^[A-Z][A-Za-z0-9]*$/,
  'kebab-case': /^[a-z][a-z0-9]*(-[a-z0-9]+)+$/,
} as const;

type Style = keyof typeof styles;

/** Property names in another style than nearly all the others of the profile. */
export function namingSmells(profile: Profile): readonly Diagnostic[] {
  const properties = writtenSchemas(profile).flatMap((schema) => schema.properties ?? []);
  const styled = properties.flatMap((property) => {
    const style = styleOf(property.name);
    return style === undefined ? [] : [{ property, style }];
  });
  const [main] = Object.keys(styles)
    .map((style) => ({ style, count: styled.filter((entry) => entry.style === style).length }))
    .sort((a, b) => b.count - a.count);
  // Without a clear majority there is no style to depart from.
  if (main === undefined || main.count * 10 < styled.length * 9) return [];
  return styled
    .filter((entry) => entry.style !== main.style)
    .map(({ property, style }) => finding(property, style, main.style));
}

/** A single lower-case word fits every style and tells nothing. */
function styleOf(name: string): Style | undefined {
  return (Object.keys(styles) as Style[]).find((style) => styles[style].test(name));
}

function finding(property: Property, style: Style, main: string): Diagnostic {
  return diagnose('lint-naming', property.at, {
    message: `The property "${printable(property.name)}" is in ${style}.`,
    expected: `${main}, as nearly all the others`,
  });
}
