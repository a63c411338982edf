import { DataError } from '../../errors.ts'
import { splitArff } from './arff-fields.ts'
import { type ArffAttribute, parseAttribute } from './arff-header.ts'
import { ArffColumn } from './arff-rows.ts'
import { badLines, closingNotes } from '../text/table-notes.ts'
import { FILE_NAMES, type FileOptions, type OpenFile, type SourceTable } from '../source.ts'
import { tellProgress } from '../text/text-file.ts'
import { textLines } from '../text/text-lines.ts'
import { columnNames, pickColumns } from '../text/column-names.ts'
import { missingTexts, trimAscii } from '../text/values.ts'
import { calledAs } from '../../util/called-as.ts'
import { knownOptions } from '../../util/check.ts'

/**
 * Reads an ARFF file (Weka): numeric, real, integer, nominal, string and date attributes, ? for missing, % for comments.
 * Types are declared, so a value that does not keep to its own is an error. Sparse rows and weights are refused.
 *
 *     const head = '@relation visits\n@attribute age numeric\n@attribute bought {no, yes}\n'
 *     async function* open() {
 *       yield new TextEncoder().encode(`${head}@data\n31, yes\n?, no\n`)
 *     }
 *     const { rows, columns } = await readArff(open, { name: 'visits.arff' })
 *     console.log(rows, columns[0]?.values) // → 2 Float64Array(2) [ 31, NaN ]
 *
 * @param open gives the bytes of the file from its start
 */
export async function readArff(open: OpenFile, options: FileOptions): Promise<SourceTable> {
  return calledAs('readArff', async () => {
    knownOptions('readArff', options, FILE_NAMES)
    const reader = new ArffReader(options)
    for await (const { lines, first, bytes } of textLines(options.name, open)) {
      for (const [i, line] of lines.entries()) reader.add(trimAscii(line), first + i)
      tellProgress(options, bytes)
    }
    return reader.finish()
  })
}

class ArffReader {
  readonly #options: FileOptions
  readonly #attributes: ArffAttribute[] = []
  /** null until @data; a column that is not asked for has none */
  #columns: (ArffColumn | null)[] | null = null
  #names: ReturnType<typeof columnNames> = { names: [], notes: [] }
  #wanted: readonly number[] = []
  #rows = 0
  #bad = 0
  #firstBad: { readonly line: number; readonly fields: number } | null = null

  constructor(options: FileOptions) {
    this.#options = options
  }

  add(line: string, number: number): void {
    if (line === '' || line.startsWith('%')) return
    const place = `${this.#options.name}, line ${number}`
    if (this.#columns === null) this.#addDeclaration(line, place)
    else this.#addRow(line, number, place)
  }

  finish(): SourceTable {
    const { name, badRows } = this.#options
    if (this.#columns === null) throw new DataError(`${name}: found no @data line, expected an ARFF file`)
    const { length: width } = this.#attributes
    if (this.#firstBad !== null && badRows !== 'skip') {
      throw badLines(name, { ...this.#firstBad, bad: this.#bad, expected: `${width}, one for each attribute` })
    }
    const columns = this.#wanted.map((j) => this.#columns![j]!.finish(this.#names.names[j]))
    const skipped = { skipped: this.#bad, firstSkipped: this.#firstBad?.line ?? null }
    const notes = closingNotes(columns, { rows: this.#rows, ...skipped, width, blank: 0 })
    return { rows: this.#rows, columns, notes: [...this.#names.notes, ...notes], skipped: this.#bad }
  }

  #addDeclaration(line: string, place: string): void {
    const [word] = /^\S*/.exec(line)!
    switch (word.toLowerCase()) {
      case '@relation':
        return
      case '@attribute':
        this.#attributes.push(parseAttribute(line.slice(word.length), place))
        return
      case '@data':
        this.#startData(place)
        return
      default:
        throw new DataError(`${place}: found ${JSON.stringify(word)}, expected @relation, @attribute or @data`)
    }
  }

  #startData(place: string): void {
    const { name, missingValues, columns } = this.#options
    if (this.#attributes.length === 0) throw new DataError(`${place}: found @data before any @attribute`)
    this.#names = columnNames(this.#attributes.map((attribute) => attribute.name))
    this.#wanted = pickColumns(name, this.#names.names, columns)
    const missing = missingTexts(missingValues)
    this.#columns = this.#attributes.map((attribute, j) =>
      this.#wanted.includes(j) ? new ArffColumn(attribute, missing) : null,
    )
  }

  #addRow(line: string, number: number, place: string): void {
    if (line.startsWith('{')) {
      throw new DataError(`${place}: found a sparse row in braces, expected values separated by commas; ${DENSE}`)
    }
    const fields = splitArff(line)
    if (fields === null) throw new DataError(`${place}: a quote is not closed, or text follows it; ${QUOTES}`)
    if (fields.length === this.#attributes.length) {
      fields.forEach((field, j) => this.#columns![j]?.add(field, place))
      this.#rows++
      return
    }
    if (fields.length === this.#attributes.length + 1 && /^\{.*\}$/.test(fields[fields.length - 1].text)) {
      throw new DataError(`${place}: found a weight in braces, expected values only; make the weight an attribute`)
    }
    this.#bad++
    this.#firstBad ??= { line: number, fields: fields.length }
  }
}

const DENSE = "write dense rows, for example with Weka's SparseToNonSparse filter"
const QUOTES = "write quotes inside a text as \\'"
