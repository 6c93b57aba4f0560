export { camelCase, kebabCase, pascalCase, typeName, wordsOf, type TypeName } from './identifiers.js';
export { reservedTypeNames } from './reserved.js';
