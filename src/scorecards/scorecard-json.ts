import { readEncoder } from '../encoders/encoder-json.ts'
import { binCount, readsNumbers } from '../encoders/encoder.ts'
import { readTarget } from '../summaries/saved/read-target.ts'
import { calledAs } from '../util/called-as.ts'
import { type Field, parseSaved, toReadableJson } from '../util/saved-json.ts'
import { type CardScale, cardScale } from './card-scale.ts'
import { type CardColumn, type CardSlot, type LeftOutColumn, mustBeCard, type Scorecard } from './scorecard.ts'

/**
 * The card as text for a file: versioned JSON, readable in a diff, ending in a newline.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(JSON.parse(scorecardToJson(card)).format) // → kerf-scorecard
 */
export function scorecardToJson(card: Scorecard): string {
  mustBeCard('scorecardToJson', card)
  return `${toReadableJson(card)}\n`
}

/**
 * Reads a saved card. Nothing in the text is trusted: a wrong field is refused with its path.
 *
 *     const card = await makeScorecard(people, { target: 'bought', event: 'no' })
 *     console.log(scorecardFromJson(scorecardToJson(card)).columns.length) // → 1
 */
export function scorecardFromJson(text: string): Scorecard {
  return calledAs('scorecardFromJson', () => {
    const root = parseSaved(text, 'kerf-scorecard')
    const target = readTarget(root.get('target'))
    if (target.kind !== 'class' || target.event === null) return root.get('target').fail('classes with an event')
    const [created, training] = [root.get('created'), root.get('training')]
    const encoder = readEncoder(root.get('encoder'))
    const columns = root.get('columns').list(readCardColumn)
    if (columns.length === 0 || columns.length !== encoder.fields.length)
      root.get('columns').fail(`${encoder.fields.length} columns, one per field of the encoder, and at least one`)
    for (const [i, field] of encoder.fields.entries()) {
      const at = root.get('columns').items()[i]
      if (columns[i].name !== field.name)
        at.get('name').fail(`${JSON.stringify(field.name)}, as in encoder.fields[${i}]`)
      const slots = binCount(field) + 1 + (readsNumbers(field) ? field.special.length : 0)
      if (columns[i].slots.length !== slots) at.get('slots').fail(`${slots} items: the bins, missing and special codes`)
    }
    return {
      format: 'kerf-scorecard',
      version: 1,
      created: { kerf: created.get('kerf').text(), options: created.get('options').record() },
      target,
      scale: readScale(root.get('scale')),
      intercept: root.get('intercept').finite(),
      encoder,
      columns,
      leftOut: root.get('leftOut').list(readLeftOut),
      training: {
        rows: training.get('rows').index(),
        weight: training.get('weight').finiteAmount(),
        events: training.get('events').finiteAmount(),
      },
    }
  })
}

/** Factor and offset follow from the rest; a file that says otherwise was changed by hand in one place only. */
function readScale(field: Field): CardScale {
  const number = (name: string): number => field.get(name).finite()
  const above = (name: string): number => (number(name) > 0 ? number(name) : field.get(name).fail('a number above 0'))
  const scale = cardScale({
    baseScore: number('baseScore'),
    baseOdds: above('baseOdds'),
    doubleOdds: above('doubleOdds'),
  })
  for (const name of ['factor', 'offset'] as const) {
    const near = Math.abs(number(name) - scale[name]) <= 1e-9 * Math.max(1, Math.abs(scale[name]))
    if (!near) field.get(name).fail(`${scale[name]}, which follows from baseScore, baseOdds and doubleOdds`)
  }
  return scale
}

function readCardColumn(field: Field): CardColumn {
  return {
    name: field.get('name').text(),
    coefficient: field.get('coefficient').finite(),
    iv: field.get('iv').finiteAmount(),
    slots: field.get('slots').list(readSlot),
  }
}

function readSlot(field: Field): CardSlot {
  return {
    label: field.get('label').text(),
    points: field.get('points').finite(),
    exact: field.get('exact').finite(),
    woe: field.get('woe').finite(),
    weight: field.get('weight').finiteAmount(),
    events: field.get('events').finiteAmount(),
  }
}

function readLeftOut(field: Field): LeftOutColumn {
  return {
    name: field.get('name').text(),
    why: field.get('why').oneOf('weak', 'chance', 'correlated', 'sign'),
    value: field.get('value').finite(),
    limit: field.get('limit').finite(),
    other: field.get('other').optional((other) => other.text()),
  }
}
