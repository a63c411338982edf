interface Aim {
  readonly aim: string
  readonly limit: number
  readonly sense: 'least' | 'most'
  readonly figure: number | null
}

interface Check {
  readonly what: string
  readonly right: boolean
  readonly told: string
}

/** What tools answer, by column. */
interface Answer {
  readonly cuts?: number[][]
  /** one number for all codes of a column */
  readonly marks?: number[]
  /** rows of each class in each bin */
  readonly counts?: number[][][]
}

interface Row {
  readonly label: string
  readonly tool: string
  readonly set: string
  readonly cpu: number
  readonly wall: number
  readonly peak: number
  readonly ratio: number | null
  readonly failed?: string
  readonly answer: Answer
}

export function atLeast(aim: string, limit: number, figure: number): Aim
export function atMost(aim: string, limit: number, figure: number): Aim
export function isMet(aim: Aim): boolean | null
export function rowOf(
  rows: readonly Row[],
  tool: string,
  label: string,
  set?: string,
): Pick<Row, 'cpu' | 'wall' | 'peak' | 'ratio' | 'answer'>
export function times(slow: { readonly cpu: number }, fast: { readonly cpu: number }): number
export function sameCuts(
  what: string,
  ours: readonly (readonly number[])[] | undefined,
  theirs: readonly (readonly number[])[] | undefined,
  tolerance?: number,
): Check[]
export function neverWorse(
  what: string,
  ours: readonly number[] | undefined,
  theirs: readonly number[] | undefined,
  more: boolean,
): Check[]
