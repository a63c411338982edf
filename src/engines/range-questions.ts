import type { Cells } from '../types.ts'
import type { Counting, RangesAsked } from './engine.ts'

interface Question {
  readonly asked: RangesAsked
  readonly answer: (cells: Cells) => void
  readonly refuse: (error: unknown) => void
}

/** Gathers what several columns must read again, and asks once all of them wait: one scan answers every column. */
export class RangeQuestions {
  readonly #counting: Counting
  #columns: number
  #waiting: Question[] = []

  constructor(counting: Counting, columns: number) {
    this.#counting = counting
    this.#columns = columns
  }

  ask(asked: RangesAsked): Promise<Cells> {
    return new Promise((answer, refuse) => {
      this.#waiting.push({ asked, answer, refuse })
      this.#askWhenAllWait()
    })
  }

  /** Says that a column has no further questions. */
  leave(): void {
    this.#columns--
    this.#askWhenAllWait()
  }

  #askWhenAllWait(): void {
    if (this.#waiting.length === 0 || this.#waiting.length < this.#columns) return
    const questions = this.#waiting
    this.#waiting = []
    this.#counting.readRanges(questions.map(({ asked }) => asked)).then(
      (found) => {
        for (const [i, { answer }] of questions.entries()) answer(found[i])
      },
      (error: unknown) => {
        for (const { refuse } of questions) refuse(error)
      },
    )
  }
}
