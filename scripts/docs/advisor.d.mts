/** The picture of docs/advisor.md as SVG; `kerf` is the library, `csv` the text of the penguins. */
export function advisorPicture(kerf: object, csv: string): string
