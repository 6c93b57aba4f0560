export {
  checkCel,
  compileCel,
  compileCelExpression,
  type CelEnvironment,
  type CelReferences,
  type CelResult,
  type CelVariable,
  type CompiledCel,
  type SpanOf,
} from './compile.js';
export type { TypeScriptText } from './code.js';
export type { CelConstant } from './node.js';
export type { CelParameter } from './parameter-type.js';
export type { CelLiteral } from './references.js';
export {
  celInt,
  type CelField,
  type CelIntType,
  type CelListType,
  type CelMapType,
  type CelObjectType,
  type CelStringType,
  type CelType,
  type CelUnionType,
} from './types.js';
export { celTypeOf, type UnboundedIntegers } from './schema-type.js';
