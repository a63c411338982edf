// A small reader for the clean CSV files of the screenshots: commas, quotes, a header line, empty fields are missing.

/** The columns of a CSV text by name: numbers where every field that is not empty is one, else texts; null is missing. */
export function readCsv(text) {
  const [names, ...rows] = splitRows(text)
  return Object.fromEntries(names.map((name, i) => [name, column(rows.map((row) => row[i] ?? ''))]))
}

function column(fields) {
  const numeric = fields.every((field) => field === '' || Number.isFinite(Number(field)))
  return fields.map((field) => (field === '' ? null : numeric ? Number(field) : field))
}

function splitRows(text) {
  /** @type {string[][]} */
  const rows = []
  let row = []
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^,\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (end === ',') continue
    rows.push(row)
    row = []
  }
  return rows.filter((fields) => fields.length > 1 || fields[0] !== '')
}
