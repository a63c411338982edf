interface Results {
  readonly rows: number
  readonly columns: number
  readonly tasks: Record<
    string,
    { readonly rows: readonly { label: string; tool: string; set: string; ratio: number | null }[] }
  >
}

interface Accepted {
  readonly rows: number
  readonly columns: number
  readonly ratios: Record<string, number>
}

export function accepted(results: Results): Accepted
export function risen(results: Results, before: Accepted): string[]
