export { camelCase, kebabCase, pascalCase, typeName, wordsOf, type TypeName } from './identifiers.js';
export { globalTypeNames } from './reserved.js';
