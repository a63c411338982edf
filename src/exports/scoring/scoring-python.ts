import { VERSION } from '../../binning/binning.ts'
import { type Encoder, outputNames } from '../../encoders/encoder.ts'
import type { LogisticModel } from '../../models/logistic-model.ts'
import { calledAs } from '../../util/called-as.ts'
import { mustBe } from '../../util/check.ts'
import { list } from '../javascript-export.ts'
import { MILLISECONDS, numeral, text, truth } from '../python-export.ts'
import { type ModelExportOptions, planModel } from '../score-options.ts'
import { inPairs, type ScoringField, scoringFields } from './scoring-plan.ts'

/**
 * An encoder as a Python module of plain functions: `encode(row)` gives what `encodeDense` gives. O(bins · outputs).
 *
 *     const module = encoderToPython(makeEncoder(binning, { encoding: oneHot }))
 *     console.log(module.match(/^def [a-z]\w+/gm)) // → [ 'def encode' ]
 */
export function encoderToPython(encoder: Encoder): string {
  mustBe('encoderToPython', 'encoder', encoder)
  return `${HEADER}
# The names of the outputs.
OUTPUTS = ${list(outputNames(encoder).map(text))}

${fieldsText(scoringFields(encoder))}

def encode(row):
    """The outputs of a row, a dict with a value by the name of each column. None and NaN are missing.

    A date is a date, a datetime (UTC when it has no zone) or milliseconds since 1970 UTC.
    """
    return [output for field in _FIELDS for output in _outputs(field, row.get(field["name"]), False)]


${FUNCTIONS}`
}

/**
 * A logistic model as a Python module of plain functions: `predict(row)` gives the chance of the event, or with the option
 * `as` the predicted class. O(bins · outputs).
 *
 *     const model = await trainTable(people, makeEncoder(binning, { encoding: oneHot }))
 *     console.log(modelToPython(model).match(/^def [a-z]\w+/gm)) // → [ 'def predict', 'def predict_all' ]
 */
export function modelToPython(model: LogisticModel, options: ModelExportOptions = {}): string {
  const { as, classes, event } = calledAs('modelToPython', () => planModel(model, options))
  const [likely, other] = as === 'label' ? ['CLASSES[_EVENT]', 'CLASSES[1 - _EVENT]'] : ['_EVENT', '1 - _EVENT']
  const about =
    as === 'score' ? 'The chance of the event' : `The ${as === 'label' ? 'name' : 'number'} of the predicted class`
  return `${HEADER}
# The classes that are told apart.
CLASSES = ${list(classes.map(text))}

_EVENT = ${event}
_INTERCEPT = ${numeral(model.intercept)}
_WEIGHTS = ${list(model.weights.map(numeral))}

${fieldsText(scoringFields(model.encoder))}

def predict(row):
    """${about} for a row, a dict with a value by the name of each column.

    None and NaN are missing. A date is a date, a datetime (UTC when it has no zone) or milliseconds since 1970 UTC.
    """
    outputs = (one for field in _FIELDS for one in _outputs(field, row.get(field["name"]), ${truth(inPairs(model.encoder))}))
    score = _INTERCEPT
    for weight, output in zip(_WEIGHTS, outputs):
        score += weight * output
    e = exp(-abs(score))
    chance = e / (1 + e) if score < 0 else 1 / (1 + e)
    return ${as === 'score' ? 'chance' : `${likely} if chance >= 0.5 else ${other}`}


def predict_all(rows):
    """The same for several rows, as a list."""
    return [predict(row) for row in rows]


${FUNCTIONS}`
}

export const HEADER: string = `"""Made by kerf ${VERSION}. Needs Python 3.8 or later and nothing else."""
from bisect import bisect_left, bisect_right
from datetime import date, datetime, timedelta, timezone
from math import exp, inf, isfinite
from struct import pack, unpack
`

/** The columns with what each slot is, as a list. */
export function fieldsText(fields: readonly ScoringField[]): string {
  return `# Slots: the bins from 0, then missing, then special codes; -1 is refused. By slot, the outputs.
_FIELDS = [
${fields.map((field) => `    ${fieldText(field)},`).join('\n')}
]

_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
`
}

function fieldText({ name, levels, codes, cuts, right, date, missing, unseen, base, between }: ScoringField): string {
  const rows = (table: readonly (readonly number[])[]): string => list(table.map((row) => list(row.map(numeral))))
  const dict = (entries: readonly (readonly [string, string | number])[]): string =>
    `{${entries.map(([key, value]) => `${key}: ${value}`).join(', ')}}`
  const parts = [
    `"name": ${text(name)}, "missing": ${missing}`,
    levels === null
      ? `"cuts": ${list(cuts.map(numeral))}, "right": ${truth(right)}, "date": ${truth(date)}, "codes": ${dict(codes.map(([code, slot]) => [numeral(code), slot]))}`
      : `"levels": ${dict(levels.map(([level, slot]) => [text(level), slot]))}, "unseen": ${unseen}`,
    `"base": ${rows(base)}`,
  ]
  if (between !== null) {
    const { slope, edges, clamp, stands } = between
    const gone = stands.find(([code]) => Number.isNaN(code))
    const codesOf = stands.filter(([code]) => !Number.isNaN(code))
    parts.push(
      `"slope": ${rows(slope)}, "edges": ${list(edges.map(numeral))}, "clamp": ${truth(clamp)}`,
      `"stands": ${dict(codesOf.map(([code, stand]) => [numeral(code), numeral(stand)]))}, "stand": ${gone === undefined ? 'None' : numeral(gone[1])}`,
    )
  }
  return `{${parts.join(', ')}}`
}

/** The functions that modules of encoders and models share. */
export const FUNCTIONS: string = `def _number(field, value):
    if value is None:
        return float("nan")
    if field["date"] and isinstance(value, date):
        value = _milliseconds(value)
    if isinstance(value, (str, bytes, bool)):
        raise TypeError(f"{field['name']} takes numbers, got {type(value).__name__}")
    return float(value)


def _slot(field, value):
    if "levels" in field:
        if value is None or value == "" or value != value:
            return field["missing"]
        if isinstance(value, bool):
            value = "true" if value else "false"
        elif isinstance(value, float) and value.is_integer():
            value = int(value)
        return field["levels"].get(str(value), field["unseen"])
    x = _number(field, value)
    if x != x:
        return field["missing"]
    if x in field["codes"]:
        return field["codes"][x]
    return bisect_left(field["cuts"], x) if field["right"] else bisect_right(field["cuts"], x)


def _single(x):
    """A number rounded to single precision."""
    return unpack("<f", pack("<f", x))[0]


def _outputs(field, value, pairs):
    """The outputs of a value; in pairs, what is left of 1 is taken from the rounded share."""
    slot = _slot(field, value)
    if slot < 0:
        raise ValueError(f"{field['name']} has {value!r}, and its policy is error")
    base = field["base"][slot]
    if "slope" not in field or slot >= len(field["edges"]) - 1:
        return base
    share = _share(field, slot, _number(field, value))
    rounded = _single(share)
    return [
        one - rounded if slope < 0 and pairs else one if slope == 0 else _single(one + slope * share)
        for one, slope in zip(base, field["slope"][slot])
    ]


def _share(field, slot, x):
    """The share of its bin that a number has passed."""
    edges, clamp = field["edges"], field["clamp"]
    x = field["stand"] if x != x else field["stands"].get(x, x)
    if not clamp:
        x = edges[-1] if x == inf else edges[0] if x == -inf else x
    start, end = edges[slot], edges[slot + 1]
    if not end > start:
        return 0.0 if clamp or x < end else 1.0
    gone, width = x - start, end - start
    share = gone / width if isfinite(gone) and width < inf else (x / 2 - start / 2) / (end / 2 - start / 2)
    least, most = (0.0, 1.0) if clamp else (-3.4028234663852886e38, 3.4028234663852886e38)
    return max(least, min(most, share))


${MILLISECONDS}`
