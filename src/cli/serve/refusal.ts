/** What is wrong with one value of a request. */
export interface Problem {
  /** the row, from 1; null where it is about the whole column */
  readonly row: number | null
  readonly column: string
  readonly found: string
  readonly expected: string
}

/** The statuses of answers that are refusals. */
type RefusalStatus = 400 | 401 | 403 | 404 | 405 | 408 | 413 | 415 | 422 | 431 | 500 | 503

/** A request that is not answered: the status, a sentence, and which values it is about. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly status: RefusalStatus
  readonly problems: readonly Problem[]
  readonly headers: Readonly<Record<string, string>>

  constructor(
    status: RefusalStatus,
    message: string,
    { problems = [], headers = {} }: { problems?: readonly Problem[]; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message)
    this.status = status
    this.problems = problems
    this.headers = headers
  }

  /** The body of the answer. */
  get text(): string {
    const { message: error, problems } = this
    return `${JSON.stringify(problems.length === 0 ? { error } : { error, problems })}\n`
  }
}

/** Most values that are named in one refusal. */
export const MOST_PROBLEMS = 10

/** The refusal of rows whose values cannot be scored; the first of them in words. */
export function refusedRows(problems: readonly Problem[]): Refusal {
  const [first] = problems
  const rest = problems.length - 1
  const more = rest === 0 ? '' : `; ${rest + 1 < MOST_PROBLEMS ? rest : 'and'} more in problems`
  return new Refusal(422, `${problemText(first)}${more}`, { problems })
}

function problemText({ row, column, found, expected }: Problem): string {
  const place = row === null ? '' : `row ${row}, `
  return `${place}column ${quoted(column)}: found ${found}, expected ${expected}`
}

/** Letters of a text that a message shows. */
const LONGEST = 60

/** A text of the request inside a message, never longer than a line. */
export function quoted(text: string): string {
  return JSON.stringify(text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text)
}

/** What a value of the request is, in words. Never looks into lists and objects, however deep they are. */
export function foundWords(value: unknown): string {
  if (value === undefined) return 'nothing'
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `the text ${quoted(value)}`
  if (typeof value === 'number')
    return Number.isFinite(value) ? `the number ${value}` : 'a number too large for a double'
  return value === true ? 'true' : 'false'
}
