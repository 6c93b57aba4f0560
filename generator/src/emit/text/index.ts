export { commentText, docComment, lineComment, type DocCommentOptions } from './comment.js';
export { jsonLiteral, numberLiteral } from './json-literal.js';
export { jsonText } from './json-text.js';
export { isBareName, isPrototypeName, propertyAccess, propertyKey } from './property-name.js';
export { regExpLiteral } from './regexp-literal.js';
export { stringLiteral, templateText } from './string-literal.js';
export { escapeUnsafeCharacters, unicodeEscape } from './unsafe-characters.js';
