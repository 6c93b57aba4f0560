export { buildWorkspace, type BuiltWorkspace } from './workspace.js';
