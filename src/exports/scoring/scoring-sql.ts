import { shortForm } from '../../encoders/encoded-rows.ts'
import { type Encoder, type EncoderField, outputNames } from '../../encoders/encoder.ts'
import { DataError } from '../../errors.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { calledAs } from '../../util/called-as.ts'
import { type OptionNames, knownOptions, mustBe } from '../../util/check.ts'
import type { ColumnPlan, SqlOptions } from '../export-plan.ts'
import { type FieldPlan, planField } from '../field-plan.ts'
import { type ModelExportOptions, type ModelPlan, planModel } from '../score-options.ts'
import { outputForms, scoreForms, type ShareForm } from '../share-forms.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import { caseOf, headerLines, literalAnswer, named, selectOf, type SqlField } from '../sql-export.ts'
import { formsCase, largestOf } from './between-sql.ts'

/** Above this, e to the power of it is no double, which some databases refuse. There, a chance is 0 or 1 to the last bit. */
const MOST_SCORE = 700

/** The options of encoders; `module` is what tests of an export import. */
export const ENCODER_OPTIONS: OptionNames<SqlOptions & { readonly module?: string }> = {
  dialect: 1,
  table: 1,
  expressions: 1,
  module: 1,
}

/**
 * An encoder as SQL: a SELECT of the table with one more column per output, or only the expressions. O(slots · outputs).
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
 * O(slots · outputs).
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
  return encoder.fields.map(planField).flatMap((planned) =>
    planned.field.outputs.map((output, i) => ({
      name: nameFor(output, taken),
      expression: fieldExpression(planned, outputForms(planned, i), dialect),
    })),
  )
}

function nameFor(output: string, taken: Set<string>): string {
  let name = output
  for (let i = 2; taken.has(name.toLowerCase()); i++) name = `${output} (${i})`
  taken.add(name.toLowerCase())
  return name
}

/** What is made of a field: by slot a number, or a formula of the value within a bin. */
function fieldExpression(
  planned: FieldPlan,
  forms: readonly ShareForm[],
  dialect: Dialect,
): (margin: string) => string {
  if (planned.slope !== null) return (margin) => formsCase(planned, forms, dialect, margin)
  const answers = forms.map(({ base }) => base)
  return (margin) => numbersCase(planned.plan, answers, dialect, margin)
}

/** The answer of a model as SQL. */
export function modelField(
  model: LogisticModel,
  { as, output, classes, event }: ModelPlan,
  dialect: Dialect,
): SqlField {
  const parts: ((margin: string) => string)[] = []
  const pairs = shortForm(model.encoder) === 'pairs'
  let first = 0
  let most = Math.abs(model.intercept)
  for (const field of model.encoder.fields) {
    const own = model.weights.slice(first, first + field.outputs.length)
    first += own.length
    if (own.length === 0) continue
    const planned = planField(field)
    const forms = scoreForms(planned, own, pairs)
    most += largestOf(field, forms)
    parts.push(fieldExpression(planned, forms, dialect))
  }
  const number = (value: number): string => dialect.double(value)
  const chance = (margin: string): string => {
    const inner = `${margin}  `
    const score = [number(model.intercept), ...parts.map((part) => part(inner))].join(`\n${inner}+ `)
    const plain = `${number(1)} / (${number(1)} + EXP(-(\n${inner}${score}\n${margin})))`
    if (most < MOST_SCORE) return plain
    const when = (beyond: string, answer: number): string =>
      `WHEN (\n${inner}${score}\n${margin}) ${beyond} THEN ${number(answer)}`
    return `CASE ${when(`> ${number(MOST_SCORE)}`, 1)} ${when(`< ${number(-MOST_SCORE)}`, 0)} ELSE ${plain} END`
  }
  if (as === 'score') return { name: output, expression: chance }
  const answer = (at: number): string => literalAnswer(as === 'label' ? classes[at] : at, 'class', dialect)
  return {
    name: output,
    expression: (margin) =>
      `CASE WHEN ${chance(margin)} >= ${number(0.5)} THEN ${answer(event)} ELSE ${answer(1 - event)} END`,
  }
}
