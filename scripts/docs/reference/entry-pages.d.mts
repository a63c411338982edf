/** A field of an object as the reference lists it. */
interface DescribedField {
  readonly name: string
  /** file and line of its declaration */
  readonly place: string
  /** what its comment says; null where there is none */
  readonly doc: string | null
  /** whether it is a method of an interface */
  readonly method?: boolean
}

/** The fields of a type; `rest` has what could not be followed, as text. */
interface DescribedObject {
  readonly fields: readonly DescribedField[]
  readonly rest: readonly string[]
}

/** A public name, what its comment says, and what it takes or holds. */
export interface DescribedName {
  readonly name: string
  readonly path: string
  readonly doc: string | null
  /** what its comment says of parameters */
  readonly params: readonly { readonly name: string; readonly says: string }[]
  /** whether its comment has code */
  readonly hasExample: boolean
  /** links to where the docs and examples use it */
  readonly atWork: readonly string[]
  readonly isType: boolean
  readonly signatures: readonly string[]
  readonly object: DescribedObject | null
  /** of a class, what others may use */
  readonly members: readonly DescribedField[]
  readonly inline: readonly DescribedObject[]
}

/**
 * Entry by entry, the names that no earlier entry has. `sources` is path inside src → text, `shown` path → text of what
 * shows code at work.
 */
export function describeNames(
  sources: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, string>,
): readonly {
  readonly entry: string
  readonly page: string
  readonly names: readonly DescribedName[]
  readonly shared: readonly { readonly name: string; readonly page: string }[]
}[]

/** Path → text of every page of docs/reference. */
export function referencePages(
  sources: ReadonlyMap<string, string>,
  shown: ReadonlyMap<string, string>,
): Readonly<Record<string, string>>
