import { csvField } from '../../node/files/row-bytes.ts'
import type { Output } from './scorer.ts'

/** Writes answers in the layout of the request. Made once for a file, so that labels are put into quotes only once. */
export class AnswerWriter {
  readonly #outputs: readonly { readonly key: string; readonly field: string; readonly texts: Texts | null }[]

  constructor(outputs: readonly Output[]) {
    this.#outputs = outputs.map(({ name, labels }) => ({
      key: JSON.stringify(name),
      field: csvField(name, ','),
      texts: labels && {
        json: labels.map((label) => JSON.stringify(label)),
        csv: labels.map((label) => csvField(label, ',')),
      },
    }))
  }

  /** One row as an object. */
  row(answers: readonly ArrayLike<number>[], row: number): string {
    let text = '{'
    for (let i = 0; i < answers.length; i++) {
      const { key, texts } = this.#outputs[i]
      const value = answers[i][row]
      text += `${i === 0 ? '' : ','}${key}:${texts === null ? numberText(value) : texts.json[value]}`
    }
    return `${text}}`
  }

  /** Some rows as a list of objects without its brackets. */
  rows(answers: readonly ArrayLike<number>[], rows: number): string {
    const texts: string[] = []
    for (let row = 0; row < rows; row++) texts.push(this.row(answers, row))
    return texts.join(',')
  }

  /** Some rows as lines of CSV, each with its end. */
  lines(answers: readonly ArrayLike<number>[], rows: number): string {
    let text = ''
    for (let row = 0; row < rows; row++) {
      const fields = this.#outputs.map(({ texts }, i) =>
        texts === null ? plainText(answers[i][row]) : texts.csv[answers[i][row]],
      )
      text += `${fields.join(',')}\n`
    }
    return text
  }

  get header(): string {
    return `${this.#outputs.map(({ field }) => field).join(',')}\n`
  }

  /** All rows by column: the chunks in their order, each with its answers. */
  columns(chunks: readonly (readonly ArrayLike<number>[])[]): string {
    const lists = this.#outputs.map(({ key, texts }, i) => {
      const parts = chunks.map((answers) =>
        Array.from(answers[i], (value) => (texts === null ? numberText(value) : texts.json[value])).join(','),
      )
      return `${key}:[${parts.join(',')}]`
    })
    return `{${lists.join(',')}}`
  }
}

interface Texts {
  readonly json: readonly string[]
  readonly csv: readonly string[]
}

/** A number that parses back to the same double; what JSON has no number for as saved files write it. */
function numberText(value: number): string {
  if (Number.isFinite(value)) return plainText(value)
  return Number.isNaN(value) ? 'null' : `"${value}"`
}

function plainText(value: number): string {
  return Object.is(value, -0) ? '-0' : String(value)
}
