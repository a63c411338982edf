import { type Encoder, type EncoderField, outputNames } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { calledAs } from '../../util/called-as.ts'
import { type OptionNames, knownOptions, mustBe } from '../../util/check.ts'
import type { ColumnPlan, SqlOptions } from '../export-plan.ts'
import { type FieldPlan, planField } from '../field-plan.ts'
import { type ModelExportOptions, type ModelPlan, planModel } from '../score-options.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import { caseOf, headerLines, literalAnswer, named, selectOf, type SqlField } from '../sql-export.ts'

/** Above this, e to the power of it is no double, which some databases refuse. */
const MOST_SCORE = 700

/** The options of encoders; `module` is what tests of an export import. */
export const ENCODER_OPTIONS: OptionNames<SqlOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  module: 1,
}

/**
 * An encoder as SQL: a SELECT of the table with one more column per output, or only the expressions. Encodings that
 * interpolate within a bin are refused. O(slots · outputs).
 *
 *     const query = encoderToSql(makeEncoder(binning, { encoding: ordinal }), { table: 'visits' })
 *     console.log(query.trim().split('\n').slice(-2).join('\n'))
 *     // →   END AS "age bin"
 *     // → FROM "visits";
 */
export function encoderToSql(encoder: Encoder, options: SqlOptions = {}): string {
  mustBe('encoderToSql', 'encoder', encoder)
  return calledAs('encoderToSql', () => {
    knownOptions('export', options, ENCODER_OPTIONS)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    return selectText(encoder, encoderFields(encoder, dialect), dialect, options)
  })
}

/**
 * A logistic model as SQL: a SELECT of the table with the chance of the event, or with the option `as` the predicted class.
 * Encodings that interpolate within a bin are refused. O(slots · outputs).
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(modelToSql(model).includes('AS "bought_probability"')) // → true
 */
export function modelToSql(model: LogisticModel, options: ModelExportOptions = {}): string {
  return calledAs('modelToSql', () => {
    const plan = planModel(model, options)
    const dialect = findDialect(options.dialect ?? 'duckdb')
    return selectText(model.encoder, [modelField(model, plan, dialect)], dialect, options)
  })
}

/** A SELECT of the table with further fields, under a header. */
export function selectText(encoder: Encoder, made: readonly SqlField[], dialect: Dialect, options: SqlOptions): string {
  const lines = (margin: string): string[] =>
    made.map(({ name, expression }) => `${margin}${expression(margin)} AS ${named(dialect, name)}`)
  return selectOf(lines, scoringHeader(encoder, dialect), dialect, options)
}

/** What is told on top of what reads the columns of an encoder. */
export function scoringHeader({ fields }: Encoder, dialect: Dialect): string {
  const dates = fields.some(({ kind }) => kind === 'date') ? dialect.time.note : undefined
  const refused = fields.some(refuses) ? 'A row with a value that is refused gets NULL.' : undefined
  return headerLines([dialect.note, dates, refused], dialect)
}

function refuses(field: EncoderField): boolean {
  const rules = 'special' in field ? [field.missing, ...field.special] : [field.missing]
  return rules.some(({ policy }) => policy === 'error') || ('unseen' in field && field.unseen?.policy === 'error')
}

/** A CASE that gives a number for each slot. */
export function numbersCase(plan: ColumnPlan, answers: readonly number[], dialect: Dialect, margin: string): string {
  return caseOf({ ...plan, answers, fractions: true }, dialect, margin)
}

function lookedUp(field: EncoderField): FieldPlan {
  const plan = planField(field)
  if (plan.slope === null) return plan
  throw new DataError(
    'export: SQL holds encodings with fixed numbers for each bin, such as one-hot or woe, and not those that interpolate within a bin; export to onnx, js or python',
  )
}

/**
 * The outputs of an encoder as SQL. Many databases take names that differ in case alone for one: of two such outputs, the
 * later one gets a number after its name.
 */
export function encoderFields(encoder: Encoder, dialect: Dialect): SqlField[] {
  const columns = new Set(encoder.fields.map(({ name }) => name.toLowerCase()))
  const clash = outputNames(encoder).find((name) => columns.has(name.toLowerCase()))
  if (clash !== undefined) {
    throw new DataError(
      `export: ${JSON.stringify(clash)} is the name of a column and of an output, and a table cannot have both`,
    )
  }
  const taken = new Set<string>()
  return encoder.fields.map(lookedUp).flatMap(({ plan, base, field }) =>
    field.outputs.map((output, i) => {
      const answers = base.map((row) => row[i])
      return {
        name: nameFor(output, taken),
        expression: (margin: string) => numbersCase(plan, answers, dialect, margin),
      }
    }),
  )
}

function nameFor(output: string, taken: Set<string>): string {
  let name = output
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${output} (${i})`
  taken.add(name.toLowerCase())
  return name
}

/** The answer of a model as SQL. */
export function modelField(
  model: LogisticModel,
  { as, output, classes, event }: ModelPlan,
  dialect: Dialect,
): SqlField {
  const parts: { readonly plan: ColumnPlan; readonly answers: readonly number[] }[] = []
  let first = 0
  for (const field of model.encoder.fields) {
    const own = model.weights.slice(first, first + field.outputs.length)
    first += own.length
    if (own.length === 0) continue
    const { plan, base } = lookedUp(field)
    parts.push({ plan, answers: base.map((row) => row.reduce((sum, one, i) => sum + one * own[i], 0)) })
  }
  const most = parts.reduce((sum, { answers }) => sum + Math.max(...answers.map(Math.abs)), Math.abs(model.intercept))
  if (!(most < MOST_SCORE)) {
    throw new DataError(
      `export: scores of this model may reach ${most.toFixed(0)}, and SQL cannot raise e to more than ${MOST_SCORE}; train it with a larger l2`,
    )
  }
  const one = dialect.double(1)
  const chance = (margin: string): string => {
    const inner = `${margin}  `
    const terms = parts.map(({ plan, answers }) => numbersCase(plan, answers, dialect, inner))
    const score = [dialect.double(model.intercept), ...terms].join(`\n${inner}+ `)
    return `${one} / (${one} + EXP(-(\n${inner}${score}\n${margin})))`
  }
  if (as === 'score') return { name: output, expression: chance }
  const answer = (at: number): string => literalAnswer(as === 'label' ? classes[at] : at, 'class', dialect)
  return {
    name: output,
    expression: (margin) =>
      `CASE WHEN ${chance(margin)} >= ${dialect.double(0.5)} THEN ${answer(event)} ELSE ${answer(1 - event)} END`,
  }
}
