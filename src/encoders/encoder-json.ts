import { ArgumentError } from '../errors.ts'
import { readCuts, readPolicy, readUnseen } from '../binning/read-column.ts'
import { readTarget } from '../summaries/saved/read-target.ts'
import { checkFormat, type Field, parseJson, toReadableJson } from '../util/saved-json.ts'
import { type AsideRule, binCount, type Encoder, type EncoderField, type FieldShape } from './encoder.ts'
import { calledAs } from '../util/called-as.ts'
import { mustBe } from '../util/check.ts'

/**
 * The encoder as text for a file: versioned JSON, readable in a diff, ending in a newline.
 *
 *     const text = encoderToJson(makeEncoder(binning, { encoding: ordinal }))
 *     console.log(JSON.parse(text).format) // → kerf-encoder
 */
export function encoderToJson(encoder: Encoder): string {
  mustBe('encoderToJson', 'encoder', encoder)
  if (encoder.format !== 'kerf-encoder') {
    throw new ArgumentError('encoderToJson: encoder must be an encoder as makeEncoder makes it', { code: 'wrong-type' })
  }
  return `${toReadableJson(encoder)}\n`
}

/**
 * Reads a saved encoder. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const saved = encoderToJson(makeEncoder(binning, { encoding: ordinal }))
 *     console.log(encoderFromJson(saved).created.encoding) // → ordinal
 */
export function encoderFromJson(text: string): Encoder {
  return calledAs('encoderFromJson', () => readEncoder(parseJson(text)))
}

/** Reads an encoder that is part of a saved file. */
export function readEncoder(root: Field): Encoder {
  checkFormat(root, 'kerf-encoder')
  const created = root.get('created')
  const fields = root.get('fields').list(readField)
  const seen = new Set<string>()
  for (const [i, { outputs }] of fields.entries()) {
    for (const [j, name] of outputs.entries()) {
      if (seen.has(name)) root.get('fields').items()[i].get('outputs').items()[j].fail('a name no other output has')
      seen.add(name)
    }
  }
  return {
    format: 'kerf-encoder',
    version: 1,
    created: {
      kerf: created.get('kerf').text(),
      encoding: created.get('encoding').text(),
      options: created.get('options').record(),
    },
    target: root.get('target').optional(readTarget),
    fields,
  }
}

function readField(field: Field): EncoderField {
  const name = field.get('name').text()
  const kind = field.get('kind').oneOf('number', 'date', 'category', 'boolean')
  if (kind === 'category' || kind === 'boolean') {
    const levels = field.get('levels').list((bin) => bin.list((level) => level.text()))
    const all = levels.flat()
    if (new Set(all).size < all.length) field.get('levels').fail('levels that go to one bin each')
    const missing = readRule(field.get('missing'), levels.length)
    return checked(field, { name, kind, levels, missing, ...readUnseen(field, levels.length), ...readShape(field) })
  }
  const cuts = readCuts(field.get('cuts'))
  const missing = field.get('missing')
  return checked(field, {
    name,
    kind,
    closed: field.get('closed').oneOf('left', 'right'),
    cuts,
    missing: {
      ...readRule(missing, cuts.length + 1),
      values: missing.get('values').list((value) => value.finite()),
    },
    special: field
      .get('special')
      .list((code) => ({ ...readRule(code, cuts.length + 1), code: code.get('code').finite() + 0 })),
    ...readShape(field),
  })
}

function readRule(field: Field, bins: number): AsideRule {
  return { ...readPolicy(field, bins), stand: field.get('stand').optional((stand) => stand.finite()) }
}

function readEnds(field: Field): [number, number] {
  const ends = field.list((end) => end.finite())
  if (ends.length !== 2) field.fail('two numbers with the cuts between them')
  return [ends[0], ends[1]]
}

function readShape(field: Field): FieldShape {
  const outputs = field.get('outputs').list((output) => output.text())
  const output = (item: Field): number => (item.value === -1 ? -1 : item.index(outputs.length - 1))
  return {
    form: field.get('form').oneOf('value', 'one-hot', 'knots', 'steps', 'ramps'),
    outputs,
    asides: field.get('asides').list(output),
    dropFirst: field.get('dropFirst').truth(),
    ends: field.get('ends').optional(readEnds),
    values: field.get('values').optional((values) => values.list((value) => value.finite())),
  }
}

/** Everything has the length that its form and the bins ask for, so that encoding never reads beyond an end. */
function checked(at: Field, field: EncoderField): EncoderField {
  const bins = binCount(field)
  const { form, asides, outputs, dropFirst, ends, values } = field
  const special = 'special' in field ? field.special.length : 0
  const length = (name: string, found: number | undefined, wanted: number): void => {
    if (found !== wanted) at.get(name).fail(`${wanted} items`)
  }
  if (!('cuts' in field) && (form === 'knots' || form === 'steps' || form === 'ramps')) {
    at.get('form').fail('value or one-hot for a column without cuts')
  }
  length('asides', asides.length, 1 + special)
  if (form === 'knots' || form === 'ramps') {
    const { cuts, missing, special: codes } = field as Extract<EncoderField, { readonly cuts: unknown }>
    const around = ends !== null && ends[0] <= (cuts[0] ?? ends[1]) && ends[1] >= (cuts.at(-1) ?? ends[0])
    if (!around) at.get('ends').fail('two numbers with the cuts between them')
    // Without it there is nothing to interpolate for a value that is sent to a bin.
    for (const [i, { bin, stand }] of [missing, ...codes].entries()) {
      const rule = i === 0 ? at.get('missing') : at.get('special').items()[i - 1]
      if (bin !== null && stand === null) rule.get('stand').fail('a finite number')
    }
  }
  if (form === 'value') {
    length('values', values?.length, bins + 1 + special)
    length('outputs', outputs.length, 1)
    return field
  }
  if (dropFirst && form !== 'one-hot' && form !== 'knots') at.get('dropFirst').fail('false for this form')
  const own = new Set(asides.filter((output) => output >= 0)).size
  const ofBins = { 'one-hot': bins, knots: bins + 1, steps: bins - 1, ramps: bins }[form] - (dropFirst ? 1 : 0)
  length('outputs', outputs.length, Math.max(0, ofBins) + own)
  return field
}
