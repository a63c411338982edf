/** The picture of docs/encoders.md as SVG. */
export function encodingsPicture(kerf: typeof import('../../src/index.ts')): Promise<string>
