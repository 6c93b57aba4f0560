import { diagnose, printable, type Diagnostic, type Span } from '../diagnostics/index.js';
import type { ThinkEffect } from '../model/index.js';

/** `forward`, `refuse "message"`, `remove path`, `set path = CEL expression`. */
const forms = {
  forward: /^forward$/,
  refuse: /^refuse\s+"([^"\\]*)"$/,
  remove: /^remove\s+([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)$/,
  set: /^(set\s+([A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*)\s*=\s*)(\S.*)$/,
} as const;

/** Reads the effect of a think-control row; its CEL is compiled where the type of the request is known. */
export function parseThinkEffect(
  text: string,
  span: Span,
): { readonly effect?: ThinkEffect; readonly diagnostics: readonly Diagnostic[] } {
  const source = text.trim();
  if (forms.forward.test(source)) return { effect: { kind: 'forward' }, diagnostics: [] };
  const refuse = forms.refuse.exec(source);
  if (refuse !== null) return { effect: { kind: 'refuse', message: refuse[1] ?? '' }, diagnostics: [] };
  const remove = forms.remove.exec(source);
  if (remove !== null)
    return { effect: { kind: 'remove', path: (remove[1] ?? '').split('.') }, diagnostics: [] };
  const set = forms.set.exec(source);
  if (set !== null) {
    const [, prefix = '', path = '', value = ''] = set;
    const at = { ...span, column: span.column + prefix.length };
    return { effect: { kind: 'set', path: path.split('.'), value: { value, at } }, diagnostics: [] };
  }
  const fault = diagnose('cell-form', span, {
    message: 'The effect is written in no known form.',
    expected: '`set <path> = <CEL>`, `remove <path>`, `refuse "<message>"` or `forward`',
    found: printable(source),
  });
  return { diagnostics: [fault] };
}
