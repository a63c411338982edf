/** For each heading of a page that has a made part, what makes it. */
type Makers = Readonly<Record<string, () => string>>

/** The pages with made parts, by path; `kerf` is the library, and `cutReasons` of its reports. */
export function pages(kerf: object): Readonly<Record<string, Makers>>

/** The text of a page with its made parts filled in. */
export function fillPage(path: string, text: string, makers: Makers): string
