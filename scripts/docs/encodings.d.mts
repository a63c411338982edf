/** The picture of docs/encoders.md as SVG; `kerf` is the library. */
export function encodingsPicture(kerf: object): Promise<string>
