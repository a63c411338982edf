import type { Between } from '../discretizers/column-deviation.ts'
import type { Cells } from '../types.ts'
import type { Counting, NumbersAsked, RangesAsked } from './engine.ts'

interface Question<Asked, Answer> {
  readonly asked: Asked
  readonly answer: (found: Answer) => void
  readonly refuse: (error: unknown) => void
}

type DeviationAsked = NumbersAsked & { readonly cells: Cells }

/** Gathers what several columns must know, and asks once all of them wait: one scan answers every column. */
export class Questions {
  readonly #counting: Counting
  #columns: number
  #ranges: Question<RangesAsked, Cells>[] = []
  #deviations: Question<DeviationAsked, Between>[] = []

  constructor(counting: Counting, columns: number) {
    this.#counting = counting
    this.#columns = columns
  }

  readRanges(asked: RangesAsked): Promise<Cells> {
    return this.#ask(this.#ranges, asked)
  }

  deviation(asked: DeviationAsked): Promise<Between> {
    return this.#ask(this.#deviations, asked)
  }

  leave(): void {
    this.#columns--
    this.#askWhenAllWait()
  }

  #ask<Asked, Answer>(waiting: Question<Asked, Answer>[], asked: Asked): Promise<Answer> {
    return new Promise((answer, refuse) => {
      waiting.push({ asked, answer, refuse })
      this.#askWhenAllWait()
    })
  }

  #askWhenAllWait(): void {
    const [ranges, deviations] = [this.#ranges, this.#deviations]
    const waiting = ranges.length + deviations.length
    if (waiting === 0 || waiting < this.#columns) return
    this.#ranges = []
    this.#deviations = []
    // One after the other: a connection may run one query at a time.
    void answerAll(deviations, (asked) => this.#counting.deviations(asked)).then(() =>
      answerAll(ranges, (asked) => this.#counting.readRanges(asked)),
    )
  }
}

async function answerAll<Asked, Answer>(
  questions: readonly Question<Asked, Answer>[],
  ask: (asked: readonly Asked[]) => Promise<Answer[]>,
): Promise<void> {
  if (questions.length === 0) return
  try {
    const found = await ask(questions.map(({ asked }) => asked))
    for (const [i, { answer }] of questions.entries()) answer(found[i])
  } catch (error) {
    for (const { refuse } of questions) refuse(error)
  }
}
