import { mustBeCard, type Scorecard } from '../../scorecards/scorecard.ts'
import { calledAs } from '../../util/called-as.ts'
import { type CardExportOptions, type CardPart, type CardPlan, planCard } from '../card-plan.ts'
import { list, numeral as jsNumeral } from '../javascript-export.ts'
import { numeral as pyNumeral, text } from '../python-export.ts'
import { type Dialect, findDialect } from '../sql-dialects.ts'
import type { SqlField } from '../sql-export.ts'
import { fieldsText as jsFields, FUNCTIONS as JS_FUNCTIONS, HEADER as JS_HEADER } from './scoring-javascript.ts'
import { tableField, type ScoringField } from './scoring-plan.ts'
import { fieldsText as pyFields, FUNCTIONS as PY_FUNCTIONS, HEADER as PY_HEADER } from './scoring-python.ts'
import { numbersCase, selectText } from './scoring-sql.ts'

/**
 * A scorecard as SQL: a SELECT of the table with the score, or with the option `as` the points of each column. O(slots).
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(cardToSql(card, { table: 'visits' }).trim().split('\n').slice(-2).join('\n'))
 *     // →   END AS "score"
 *     // → FROM "visits";
 */
export function cardToSql(card: Scorecard, options: CardExportOptions = {}): string {
  mustBeCard('cardToSql', card)
  return calledAs('cardToSql', () => {
    const dialect = findDialect(options.dialect ?? 'duckdb')
    return selectText(card.encoder, cardFields(planCard(card, options), dialect), dialect, options)
  })
}

/** The answers of a card as SQL. */
export function cardFields({ as, parts, output }: CardPlan, dialect: Dialect): SqlField[] {
  const points = ({ plan, points: own }: CardPart, margin: string): string => numbersCase(plan, own, dialect, margin)
  if (as === 'points') {
    return parts.map((part) => ({ name: part.output, expression: (margin: string) => points(part, margin) }))
  }
  const sum = (margin: string): string => parts.map((part) => points(part, margin)).join(`\n${margin}+ `)
  return [{ name: output, expression: sum }]
}

function fieldsOf(parts: readonly CardPart[]): ScoringField[] {
  return parts.map(({ plan, points }) =>
    tableField(
      plan,
      points.map((one) => [one]),
    ),
  )
}

/**
 * A scorecard as a JavaScript module that imports nothing: `score(row)`, `points(row)` and `reasons(row)`. O(slots).
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(cardToJavaScript(card).match(/^export function \w+/gm))
 *     // → [ 'export function points', 'export function score', 'export function reasons' ]
 */
export function cardToJavaScript(card: Scorecard, options: CardExportOptions = {}): string {
  mustBeCard('cardToJavaScript', card)
  const { parts } = calledAs('cardToJavaScript', () => planCard(card, options))
  return `${JS_HEADER}
${jsFields(fieldsOf(parts))}
// By column: the labels of its slots, and the most points that one of them gets.
const LABELS = ${JSON.stringify(parts.map(({ labels }) => labels))}
const BEST = ${list(parts.map(({ best }) => jsNumeral(best)))}

/**
 * The points of each column for a row, an object with a value by the name of each column. null, undefined and NaN are
 * missing. A date is a Date or milliseconds since 1970 UTC.
 */
export function points(row) {
  return Object.fromEntries(FIELDS.map((field) => [field.name, outputsOf(field, row[field.name], false)[0]]))
}

/** The score of a row: the sum of its points. */
export function score(row) {
  return FIELDS.reduce((sum, field) => sum + outputsOf(field, row[field.name], false)[0], 0)
}

/** The bins that cost a row most points, beside the best bin of their column. */
export function reasons(row, most = FIELDS.length) {
  const all = FIELDS.map((field, i) => {
    const own = outputsOf(field, row[field.name], false)[0]
    return { column: field.name, label: LABELS[i][slotOf(field, row[field.name])], points: own, lost: BEST[i] - own }
  })
  return all
    .filter(({ lost }) => lost > 0)
    .sort((a, b) => b.lost - a.lost)
    .slice(0, most)
}

${JS_FUNCTIONS}`
}

/**
 * A scorecard as a Python module of plain functions: `score(row)`, `points(row)` and `reasons(row)`. O(slots).
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(cardToPython(card).match(/^def [a-z]\w+/gm)) // → [ 'def points', 'def score', 'def reasons' ]
 */
export function cardToPython(card: Scorecard, options: CardExportOptions = {}): string {
  mustBeCard('cardToPython', card)
  const { parts } = calledAs('cardToPython', () => planCard(card, options))
  return `${PY_HEADER}
${pyFields(fieldsOf(parts))}
# By column: the labels of its slots, and the most points that one of them gets.
_LABELS = ${list(parts.map(({ labels }) => list(labels.map(text))))}
_BEST = ${list(parts.map(({ best }) => pyNumeral(best)))}


def points(row):
    """The points of each column for a row, a dict with a value by the name of each column.

    None and NaN are missing. A date is a date, a datetime (UTC when it has no zone) or milliseconds since 1970 UTC.
    """
    return {field["name"]: _outputs(field, row.get(field["name"]), False)[0] for field in _FIELDS}


def score(row):
    """The score of a row: the sum of its points."""
    return sum(points(row).values())


def reasons(row, most=None):
    """The bins that cost a row most points, beside the best bin of their column."""
    found = []
    for field, labels, best in zip(_FIELDS, _LABELS, _BEST):
        value = row.get(field["name"])
        own = _outputs(field, value, False)[0]
        if own < best:
            label = labels[_slot(field, value)]
            found.append({"column": field["name"], "label": label, "points": own, "lost": best - own})
    return sorted(found, key=lambda reason: -reason["lost"])[:most]


${PY_FUNCTIONS}`
}
