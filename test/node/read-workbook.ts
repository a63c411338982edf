import { inflateRawSync } from 'node:zlib'
import { DOMParser } from 'linkedom'

/** As much of an element as is looked at. */
interface Element {
  readonly textContent: string | null
  getAttribute(name: string): string | null
  getElementsByTagName(tag: string): Iterable<Element>
}

/** A cell as it is stored: what kind it is, its value, and the format it is shown in. */
export interface ReadCell {
  readonly kind: 'text' | 'number' | 'formula'
  readonly value: string
  readonly format: string | null
  readonly bold: boolean
}

export interface ReadSheet {
  readonly name: string
  /** rows that stay in sight */
  readonly frozen: number
  readonly widths: readonly number[]
  /** by address, such as B2 */
  readonly cells: ReadonlyMap<string, ReadCell>
  /** values in their places; empty cells are null */
  readonly rows: readonly (readonly (string | number | null)[])[]
}

/** Reads a workbook by its XML alone, with nothing of the package that wrote it. */
export function readWorkbook(bytes: Uint8Array): ReadSheet[] {
  const files = unzipped(Buffer.from(bytes))
  const xml = (name: string): Element =>
    new DOMParser().parseFromString(files.get(name) ?? '', 'text/xml').documentElement
  const all = (node: Element, tag: string): Element[] => [...node.getElementsByTagName(tag)]
  const texts = all(xml('xl/sharedStrings.xml'), 'si').map((one) => decoded(one.textContent ?? ''))
  const styles = xml('xl/styles.xml')
  const formats = new Map(
    all(styles, 'numFmt').map((one) => [one.getAttribute('numFmtId'), one.getAttribute('formatCode')]),
  )
  const fonts = all(all(styles, 'fonts')[0], 'font').map((font) => all(font, 'b').length > 0)
  const looks = all(all(styles, 'cellXfs')[0], 'xf')
  const links = new Map(
    all(xml('xl/_rels/workbook.xml.rels'), 'Relationship').map((one) => [
      one.getAttribute('Id'),
      one.getAttribute('Target'),
    ]),
  )
  return all(xml('xl/workbook.xml'), 'sheet').map((entry) => {
    const sheet = xml(`xl/${links.get(entry.getAttribute('r:id')) ?? ''}`)
    const cells = new Map(
      all(sheet, 'c').map((cell) => {
        const look = looks[Number(cell.getAttribute('s') ?? 0)]
        const value = all(cell, 'v')[0]?.textContent ?? ''
        const isText = cell.getAttribute('t') === 's'
        const kind = all(cell, 'f').length > 0 ? 'formula' : isText ? 'text' : 'number'
        return [
          cell.getAttribute('r') ?? '',
          {
            kind,
            value: isText ? texts[Number(value)] : value,
            format: formats.get(look?.getAttribute('numFmtId') ?? '') ?? null,
            bold: fonts[Number(look?.getAttribute('fontId') ?? 0)] ?? false,
          } satisfies ReadCell,
        ]
      }),
    )
    return {
      name: plain(entry.getAttribute('name') ?? ''),
      frozen: Number(all(sheet, 'pane')[0]?.getAttribute('ySplit') ?? 0),
      widths: all(sheet, 'col').map((one) => Number(one.getAttribute('width'))),
      cells,
      rows: rowsOf(cells),
    }
  })
}

function rowsOf(cells: ReadonlyMap<string, ReadCell>): (string | number | null)[][] {
  const placed = [...cells].map(([address, cell]) => {
    const [, letters, row] = /^([A-Z]+)(\d+)$/.exec(address)!
    return {
      column: letters.split('').reduce((sum, one) => sum * 26 + one.charCodeAt(0) - 64, 0) - 1,
      row: Number(row),
      cell,
    }
  })
  const width = Math.max(0, ...placed.map(({ column }) => column + 1))
  const height = Math.max(0, ...placed.map(({ row }) => row))
  const rows = Array.from({ length: height }, () => Array.from({ length: width }, (): string | number | null => null))
  for (const { column, row, cell } of placed)
    rows[row - 1][column] = cell.kind === 'number' ? (cell.value === '' ? null : Number(cell.value)) : cell.value
  return rows
}

/** Attributes of XML are given as they are written. */
function plain(text: string): string {
  const letters: Record<string, string> = { lt: '<', gt: '>', quot: '"', apos: "'", amp: '&' }
  return text.replaceAll(/&(lt|gt|quot|apos|amp);/g, (_, name: string) => letters[name])
}

/** Escapes of the format: _x0041_ is A, _x005F_ an underline. */
function decoded(text: string): string {
  return text.replaceAll(/_x([0-9A-F]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
}

/** The files of a zip archive by its directory. */
function unzipped(zip: Buffer): Map<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  const files = new Map<string, string>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < zip.readUInt16LE(end + 10); i++) {
    const [method, size] = [zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 20)]
    const [name, extra, comment] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const start = zip.readUInt32LE(at + 42)
    const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    const bytes = zip.subarray(from, from + size)
    files.set(zip.toString('utf8', at + 46, at + 46 + name), (method === 8 ? inflateRawSync(bytes) : bytes).toString())
    at += 46 + name + extra + comment
  }
  return files
}
