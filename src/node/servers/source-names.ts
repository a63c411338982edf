import { ArgumentError } from '../../errors.ts'

/** How names and texts are written in a kind of database. */
export interface Writing {
  /** what messages call it */
  readonly title: string
  /** most parts that the name of a table has */
  readonly parts: number
  /** whether \ stands before a quote in a text */
  readonly backslash: boolean
}

/** The parts of a name such as `sales.visits` or `"odd.name"`: what stands in quotes is one part. Names are taken as they are. */
export function parseTable(text: string, { title, parts: most }: Writing): string[] {
  const parts: string[] = []
  const part = /(?:"((?:[^"]|"")*)"|`((?:[^`]|``)*)`|([^."`]+))(\.|$)/gy
  let at = 0
  let open = true
  while (open) {
    part.lastIndex = at
    const found = part.exec(text)
    if (found === null) throw wrong(`${JSON.stringify(text)} is not the name of a table, expected schema.table`)
    const [whole, quoted, ticked, plain, end] = found
    parts.push(quoted?.replaceAll('""', '"') ?? ticked?.replaceAll('``', '`') ?? plain)
    at += whole.length
    open = end === '.'
  }
  if (parts.includes('')) throw wrong(`${JSON.stringify(text)} is not the name of a table, expected schema.table`)
  if (parts.length > most) {
    const hint = 'write a name that holds dots in quotes'
    throw wrong(`the name of a table of ${title} has at most ${most} parts, got ${JSON.stringify(text)}; ${hint}`)
  }
  return parts
}

/** What a query may begin with, behind opening brackets. */
const READS = /^[\s(]*(?:select|with|from|values|table)\b/i

/**
 * A query as it is put into brackets behind FROM: one statement that reads, without a semicolon. What others could do with
 * the database is for the database to refuse; this is about mistakes that would lead to messages nobody understands.
 */
export function parseQuery(text: string, { backslash }: Writing): string {
  const { bare, closed } = withoutTexts(text, backslash)
  if (!closed) throw wrong('the query ends inside a text, a name in quotes or a comment')
  const end = /[\s;]*$/.exec(bare)!.index
  const statement = bare.slice(0, end)
  if (statement.trim() === '') throw wrong('the query is empty, expected one such as SELECT * FROM visits')
  if (statement.includes(';')) throw wrong('the query holds several statements, expected one SELECT')
  if (!READS.test(statement)) {
    throw wrong(`the query begins with ${JSON.stringify(firstWord(statement))}, expected one SELECT (or WITH … SELECT)`)
  }
  let depth = 0
  for (const letter of statement) {
    depth += letter === '(' ? 1 : letter === ')' ? -1 : 0
    if (depth < 0) break
  }
  if (depth !== 0) throw wrong('the brackets of the query do not match')
  return text.slice(0, end).trim()
}

function firstWord(statement: string): string {
  return statement.trim().split(/\s/, 1)[0].slice(0, 40)
}

/** The query with letters in place of texts and quoted names and blanks in place of comments; and whether all of them end. */
function withoutTexts(text: string, backslash: boolean): { readonly bare: string; readonly closed: boolean } {
  const escaped = backslash
    ? String.raw`'(?:[^'\\]|\\.|'')*'`
    : String.raw`(?<![\w])[eE]'(?:[^'\\]|\\.|'')*'|'(?:[^']|'')*'`
  const whole = new RegExp(
    [
      escaped,
      String.raw`"(?:[^"]|"")*"`,
      '`(?:[^`]|``)*`',
      String.raw`--[^\n]*`,
      String.raw`/\*(?:[^*]|\*(?!/))*\*/`,
      String.raw`\$(\w*)\$(?:(?!\$\1\$).)*\$\1\$`,
    ].join('|'),
    'gs',
  )
  const bare = text.replaceAll(whole, (found) => (/^(?:--|\/\*)/.test(found) ? ' ' : 'x').repeat(found.length))
  return { bare, closed: !/['"`]|\/\*/.test(bare) }
}

function wrong(message: string): ArgumentError {
  return new ArgumentError(message, { code: 'out-of-range' })
}
