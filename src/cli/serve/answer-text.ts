import { csvField } from '../../node/files/row-bytes.ts'
import type { RequestRows } from './request-rows.ts'
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

  /** Some rows as text in a layout: one text, or by columns one for each of them. */
  write(answers: Answers, rows: number, layout: Layout): string[] {
    if (layout === 'columns') return this.#outputs.map((_, i) => this.#values(answers[i], i))
    return [layout === 'csv' ? this.#lines(answers, rows) : this.#rows(answers, rows)]
  }

  /** All that was written, one list of texts after the other, as the body of an answer. */
  whole(texts: readonly (readonly string[])[], layout: Layout): string {
    switch (layout) {
      case 'row':
        return `{"row":${texts[0].join('')}}\n`
      case 'rows':
        return `{"rows":[${texts[0].join(',')}]}\n`
      case 'columns':
        return `{"columns":{${this.#outputs.map(({ key }, i) => `${key}:[${texts[i].join(',')}]`).join(',')}}}\n`
      case 'csv':
        return `${this.#outputs.map(({ field }) => field).join(',')}\n${texts[0].join('')}`
      default:
        return layout satisfies never
    }
  }

  #rows(answers: Answers, rows: number): string {
    const texts: string[] = []
    for (let row = 0; row < rows; row++) {
      let text = ''
      for (let i = 0; i < answers.length; i++) {
        const { key, texts: labels } = this.#outputs[i]
        const value = answers[i][row]
        text += `${i === 0 ? '' : ','}${key}:${labels === null ? numberText(value) : labels.json[value]}`
      }
      texts.push(`{${text}}`)
    }
    return texts.join(',')
  }

  #lines(answers: Answers, rows: number): string {
    let text = ''
    for (let row = 0; row < rows; row++) {
      const fields = this.#outputs.map(({ texts }, i) =>
        texts === null ? plainText(answers[i][row]) : texts.csv[answers[i][row]],
      )
      text += `${fields.join(',')}\n`
    }
    return text
  }

  #values(list: ArrayLike<number>, output: number): string {
    const { texts } = this.#outputs[output]
    return Array.from(list, (value) => (texts === null ? numberText(value) : texts.json[value])).join(',')
  }
}

/** One list of numbers per output. */
type Answers = readonly ArrayLike<number>[]

type Layout = RequestRows['layout']

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
