export { readArff, readJsonLines } from '../../../src/sources/index.ts'
