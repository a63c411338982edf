import type { Given, PublicFile } from './given.ts'

/** The documents whose numbers are run again, as they are counted here. */
export const DOCUMENTS = [
  { number: 1, name: 'blog', title: 'Discretizing a continuous variable using Entropy' },
  { number: 2, name: 'lecture', title: 'Discretization: pre-processing of numerics' },
  { number: 3, name: 'comparison', title: 'A Comparison of Binary Discretization and ChiMerge' },
  { number: 4, name: 'notes', title: 'Entropy notes' },
  { number: 5, name: 'encodings', title: 'An Empirical Study on Feature Discretization' },
  { number: 6, name: 'kerber', title: 'ChiMerge: Discretization of Numeric Attributes (Kerber 1992), which document 3 follows' },
] as const // prettier-ignore

export type DocumentName = (typeof DOCUMENTS)[number]['name']

/** Why a printed number is not what comes out. */
interface Otherwise {
  /** `slip`: the document's own arithmetic is wrong; `differs`: it was made in another way, or of other rows */
  readonly verdict: 'slip' | 'differs'
  readonly why: string
  /** what must come out instead; without it anything may */
  readonly ought?: string
}

/** A number as a document prints it, and how it is made again. */
export interface PrintedNumber {
  /** where in the document */
  readonly place: string
  /** what it is, in a few words of ours */
  readonly says: string
  /** as printed: its digits are what is compared; a fraction such as 2/7 is compared in full */
  readonly printed: string
  /** makes it from rows, through the library */
  readonly measure: (given: Given) => number | Promise<number>
  /** what was printed is one of many draws: between these they all lie, and there it agrees */
  readonly range?: (given: Given) => readonly [number, number] | Promise<readonly [number, number]>
  /** the command line that shows it, or the call where there is none */
  readonly command: string
  /** a public file it takes */
  readonly needs?: PublicFile
  /** rows that the file must have; without it any number is tried */
  readonly rows?: number
  readonly otherwise?: Otherwise
}

/** Numbers that share their place, command and file. */
export function under(
  shared: Partial<Pick<PrintedNumber, 'place' | 'command' | 'needs' | 'rows' | 'otherwise'>>,
  numbers: readonly (Omit<PrintedNumber, 'place' | 'command'> & Partial<Pick<PrintedNumber, 'place' | 'command'>>)[],
): PrintedNumber[] {
  return numbers.map((number) => ({ place: '', command: '', ...shared, ...number }))
}

/** What the text of a printed number is, and how many decimals it has; a fraction has as many as a double. */
export function readPrinted(text: string): { readonly value: number; readonly decimals: number } {
  const [above, below] = text.split('/').map(Number)
  if (below !== undefined) return { value: above / below, decimals: 12 }
  return { value: Number(text), decimals: (text.split('.')[1] ?? '').length }
}

/** Whether a number is what was printed, at its digits. A five after them may be rounded either way. */
export function agrees(text: string, measured: number): boolean {
  const { value, decimals } = readPrinted(text)
  return Math.abs(measured - value) <= 0.5 * 10 ** -decimals * (1 + 1e-9)
}
