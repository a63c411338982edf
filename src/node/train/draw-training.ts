import type { Note } from '../../types.ts'
import { random } from '../../util/random.ts'

/** How many rows there are, the share of them that is kept apart, and how many are used at most. */
export interface DrawRequest {
  readonly rows: number
  readonly test: number
  readonly seed: number
  /** rows to fit bins on, and rows kept apart to score */
  readonly sample: number
  readonly scored: number
}

/** A question that is asked once for each row, in their order. */
type Ask = () => boolean

/** Which rows are for what. Every question starts again at the first row, and nothing is kept for a row. */
export interface DrawnRows {
  /** rows to learn from */
  readonly kept: number
  /** rows kept apart that are scored */
  readonly scored: number
  readonly forBins: () => Ask
  readonly toLearn: () => Ask
  readonly toScore: () => Ask
  readonly notes: readonly Note[]
}

/** Sets rows apart as `trainSource` does, and draws from both parts where they are too many. O(rows). */
export function drawTraining({ rows, test, seed, sample, scored: most }: DrawRequest): DrawnRows {
  const apart = (): Ask => {
    const { next } = random(seed)
    return () => next() < test
  }
  const toLearn = (): Ask => {
    const isApart = apart()
    return () => !isApart()
  }
  const isApart = apart()
  let away = 0
  for (let row = 0; row < rows; row++) if (isApart()) away++
  const kept = rows - away
  const scored = Math.min(away, most)
  const notes: Note[] = []
  const note = (message: string): void => void notes.push({ code: 'sample', message })
  if (sample < kept)
    note(`bins fitted, and rows learned from scored, on ${sample} of ${kept} rows, drawn with seed ${seed}`)
  if (scored < away)
    note(`scored on ${scored} of the ${away} rows kept apart, drawn with seed ${seed}; --memory allows no more`)
  return {
    kept,
    scored,
    forBins: () => drawing(toLearn(), kept, sample, seed + 1),
    toLearn,
    toScore: () => drawing(apart(), away, scored, seed + 2),
    notes,
  }
}

/** Which of the rows that are meant are taken: all, or as many as are wanted, drawn in their order. */
function drawing(isMeant: Ask, count: number, wanted: number, seed: number): Ask {
  const { next } = random(seed)
  let [left, missing] = [count, Math.min(wanted, count)]
  return () => {
    if (!isMeant()) return false
    const takes = next() * left-- < missing
    if (takes) missing--
    return takes
  }
}
