export { emitValidators } from './emit-validators.js';
export type { CompiledRule, ValidatorModuleOptions } from './options.js';
