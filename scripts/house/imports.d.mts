export interface Import {
  readonly from: string
  /** The specifier, or null when it is computed. */
  readonly to: string | null
}

/** What a file imports, in its order. */
export function importsOf(from: string, text: string): Import[]
