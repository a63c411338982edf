import { random } from '../util/random.ts'

/** A table drawn by chance, what its author expects of it, and what he printed of his one draw. */
export interface BlogCase {
  readonly name: 'Single' | 'Separate' | 'Mixture' | 'Alternating'
  readonly about: string
  /** whether the rows differ from seed to seed */
  readonly drawn: boolean
  /** where cuts are expected */
  readonly expected: readonly number[]
  /** the cuts that the document prints, in full */
  readonly printed: readonly string[]
  /** values from and to, for pictures */
  readonly range: readonly [number, number]
  readonly draw: (seed: number) => BlogRows
}

export interface BlogRows {
  readonly x: readonly number[]
  readonly target: readonly number[]
}

/** Rows of `n` draws for each of the parts, one after the other. */
function parts(count: number, row: (part: number) => readonly [number, number]): BlogRows {
  const rows = Array.from({ length: 100 * count }, (_, i) => row(Math.floor(i / 100)))
  return { x: rows.map(([x]) => x), target: rows.map(([, label]) => label) }
}

/** The four cases of the blog, with a seeded generator in place of one that is never the same. */
export const BLOG_CASES: readonly BlogCase[] = [
  {
    name: 'Single',
    about: '100 rows of one class, values from 0 to 1',
    drawn: true,
    expected: [],
    printed: [],
    range: [0, 1],
    draw: (seed) => {
      const { next } = random(seed)
      return parts(1, () => [next(), 0])
    },
  },
  {
    name: 'Separate',
    about: '100 rows of class 0 from 0 to 1 and 100 of class 1 from 1 to 2',
    drawn: true,
    expected: [1],
    printed: ['1.00274506863334'],
    range: [0, 2],
    draw: (seed) => {
      const { next } = random(seed)
      return parts(2, (part) => [next() + part, part])
    },
  },
  {
    name: 'Mixture',
    about: 'four stretches of 100 rows, each half over the next, of two classes each: five classes in all',
    drawn: true,
    expected: [0.5, 1, 1.5, 2],
    printed: ['0.520861916486575', '1.00554223847834', '1.55028371561798', '1.97660811872995'],
    range: [0, 2.5],
    draw: (seed) => {
      const { next, integer } = random(seed)
      return parts(4, (part) => [next() + part / 2, integer(2) + part])
    },
  },
  {
    name: 'Alternating',
    about: '101 whole numbers, classes 0 and 1 in turn; nothing is drawn',
    drawn: false,
    expected: [],
    printed: [],
    range: [0, 100],
    draw: () => {
      const x = Array.from({ length: 101 }, (_, i) => i)
      return { x, target: x.map((i) => i % 2) }
    },
  },
]
