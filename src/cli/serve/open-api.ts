import type { ValueKind } from '../../sources/source.ts'
import { VERSION } from '../../util/version.ts'
import { EXPECTED } from './request-rows.ts'
import type { Output, Scorer } from './scorer.ts'
import type { ServedFile } from './served-file.ts'

type Json = Readonly<Record<string, unknown>>

/** What a document says besides the file. */
interface ApiOptions {
  readonly hash: string
  /** whether rows may have further columns */
  readonly extra: boolean
  readonly needsToken: boolean
  readonly hasDrift: boolean
}

/** The document of what a file is now, as text. */
export function openApiText(
  { loaded, window }: ServedFile,
  { extra, needsToken }: Pick<ApiOptions, 'extra' | 'needsToken'>,
): string {
  const options = { hash: loaded.hash, extra, needsToken, hasDrift: window !== null }
  return `${JSON.stringify(openApi(loaded.scorer, options), null, 2)}\n`
}

/** The OpenAPI document (3.1) of a served file: its columns and answers by name and type. */
function openApi(scorer: Scorer, options: ApiOptions): Json {
  const { needsToken } = options
  return {
    openapi: '3.1.0',
    info: {
      title: `kerf serve: a ${scorer.what}`,
      version: VERSION,
      description: `Scores rows with a saved ${scorer.what} (${options.hash}).`,
    },
    ...(needsToken ? { security: [{ token: [] }] } : {}),
    paths: paths(scorer, options),
    components: {
      schemas: schemas(scorer, options),
      ...(needsToken ? { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } } : {}),
    },
  }
}

function paths(scorer: Scorer, { hasDrift }: ApiOptions): Json {
  const refused = Object.fromEntries(
    Object.entries(REFUSALS).map(([status, description]) => [
      status,
      { description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } } },
    ]),
  )
  const layouts = (of: string): Json => ({
    oneOf: [
      objectOf({ row: { $ref: `#/components/schemas/${of}` } }),
      objectOf({ rows: { type: 'array', items: { $ref: `#/components/schemas/${of}` } } }),
      objectOf({ columns: { $ref: `#/components/schemas/${of}Columns` } }),
    ],
  })
  const read = (description: string, type: string, open = false): Json => ({
    get: {
      summary: description,
      ...(open ? { security: [] } : {}),
      responses: { 200: { description, content: { [type]: {} } } },
    },
  })
  return {
    '/score': {
      post: {
        summary: 'Score one row, several rows, or columns; the answer has the layout of the request',
        requestBody: {
          required: true,
          content: {
            'application/json': { schema: layouts('Row'), example: { row: exampleRow(scorer) } },
            'text/csv': { schema: { type: 'string', description: 'names of the columns in the first line' } },
          },
        },
        responses: {
          200: {
            description: 'What the file makes of the rows, in their order',
            content: { 'application/json': { schema: layouts('Answer') }, 'text/csv': { schema: { type: 'string' } } },
          },
          ...refused,
        },
      },
    },
    ...(hasDrift
      ? { '/drift': read('How the rows scored lately differ from those of the fit', 'application/json') }
      : {}),
    '/metrics': read('Counts, times and drift, for Prometheus', 'text/plain'),
    '/openapi.json': read('This document', 'application/json'),
    '/health/live': read('Whether the process runs', 'application/json', true),
    '/health/ready': read('Whether it takes requests', 'application/json', true),
  }
}

const REFUSALS: Readonly<Record<string, string>> = {
  400: 'The body cannot be read',
  401: 'The token is missing or another one',
  413: 'The body is too large',
  415: 'The body is neither JSON nor CSV',
  422: 'Values of the rows cannot be scored; problems names them',
  503: 'Too many requests at once, or the answer took too long',
}

function schemas({ columns, outputs }: Scorer, { extra }: ApiOptions): Json {
  const names = columns.map(({ name }) => name)
  const list = (items: unknown): Json => ({ type: 'array', items })
  const asked = (of: (kind: ValueKind) => unknown): Json => ({
    type: 'object',
    properties: Object.fromEntries(columns.map(({ name, kind }) => [name, of(kind)])),
    required: names,
    ...(extra ? {} : { additionalProperties: false }),
  })
  const told = (of: (output: Output) => unknown): Json =>
    objectOf(Object.fromEntries(outputs.map((output) => [output.name, of(output)])))
  return {
    Row: asked((kind) => VALUES[kind]),
    RowColumns: asked((kind) => list(VALUES[kind])),
    Answer: told(answerType),
    AnswerColumns: told((output) => list(answerType(output))),
    Refusal: {
      type: 'object',
      properties: {
        error: { type: 'string', description: 'what is wrong, in a sentence' },
        problems: list(
          objectOf({
            row: { type: ['integer', 'null'], description: 'from 1' },
            column: { type: 'string' },
            found: { type: 'string' },
            expected: { type: 'string' },
          }),
        ),
      },
      required: ['error'],
    },
  }
}

function objectOf(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) }
}

const VALUES: Readonly<Record<ValueKind, Json>> = {
  number: { type: ['number', 'string', 'null'], pattern: '^-?Infinity$', description: EXPECTED.number },
  date: { type: ['string', 'null'], description: EXPECTED.date },
  boolean: { type: ['boolean', 'null'], description: EXPECTED.boolean },
  category: { type: ['string', 'number', 'boolean', 'null'], description: EXPECTED.category },
}

function answerType({ labels, whole }: Output): Json {
  if (labels !== null) return { type: 'string', enum: [...new Set(labels)] }
  return { type: whole ? 'integer' : 'number' }
}

const EXAMPLES: Readonly<Record<ValueKind, unknown>> = {
  number: 1,
  date: '2026-01-31',
  boolean: true,
  category: 'text',
}

/** A row of the right kinds, to start from. */
function exampleRow({ columns }: Pick<Scorer, 'columns'>): Json {
  return Object.fromEntries(columns.map(({ name, kind }) => [name, EXAMPLES[kind]]))
}
