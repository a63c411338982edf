import { encodings, makeEncoder } from '../../src/encoders/index.ts'
import type { Exportable } from '../../src/exports/index.ts'
import { type Binning, chiMerge, fitTable, fixed, mdlp } from '../../src/index.ts'
import { trainTable } from '../../src/models/index.ts'
import { makeScorecard } from '../../src/scorecards/index.ts'
import { growTree } from '../../src/trees/index.ts'
import { subjects } from './subjects.ts'

/** Something to export, with the options it is exported with. */
export interface Thing {
  readonly name: string
  readonly thing: Exportable
  readonly options: { readonly as?: 'label' | 'index' | 'woe' | 'score' | 'points' }
  /** whether it interpolates within bins, which not every format holds */
  readonly between: boolean
}

const CITIES = ['Ålesund', "L'Aquila", 'x, y', 'São "Tomé"', 'bern']

/** A table with all kinds of columns: codes, missing values, both kinds of ends, dates and truth values. */
export const table = {
  age: Array.from({ length: 400 }, (_, i) => (i % 9 === 0 ? null : 18 + ((i * 37) % 121) / 2)),
  income: Array.from({ length: 400 }, (_, i) => (i % 7 === 0 ? -9 : i % 11 === 0 ? -8 : ((i * 53) % 300) * 1.7)),
  debt: Array.from({ length: 400 }, (_, i) => (i % 31 === 0 ? null : ((i * 29) % 101) - 30.5)),
  city: Array.from({ length: 400 }, (_, i) => (i % 13 === 0 ? null : CITIES[(i * 7) % 5])),
  member: Array.from({ length: 400 }, (_, i) => (i % 17 === 0 ? null : i % 3 === 0)),
  since: Array.from({ length: 400 }, (_, i) => Date.UTC(2015, 0, 1) + ((i * 41) % 100) * 86_400_000),
  risk: Array.from({ length: 400 }, (_, i) =>
    ((i * 37) % 121) + ((i * 53) % 300) / 4 + (i % 3) * 20 > 110 ? 'good' : 'bad',
  ),
}

/** Bins of the table; `risk` tells good from bad. */
export async function fitted(): Promise<Binning> {
  return fitTable(table, {
    target: 'risk',
    event: 'bad',
    all: { method: mdlp },
    perColumn: {
      member: { kind: 'boolean' },
      since: { kind: 'date', method: fixed, cuts: [Date.UTC(2015, 1, 1), Date.UTC(2015, 2, 1, 12)] },
      income: { method: chiMerge, maxBins: 5, special: [-9, -8] },
      debt: { method: fixed, cuts: [-5e-324, 0, 0.1 + 0.2, 40], closed: 'right', missingPolicy: 'nearest' },
    },
  })
}

/** Encoders of every encoding. */
export async function encoders(): Promise<Thing[]> {
  const binning = await fitted()
  return encodings().map((encoding) => {
    const thing = makeEncoder(binning, { encoding })
    const between = thing.fields.some(({ form }) => form === 'knots' || form === 'ramps')
    return { name: `encoder ${encoding.name}`, thing, options: {}, between }
  })
}

/** Logistic models on encodings of every form. */
export async function models(): Promise<Thing[]> {
  const binning = await fitted()
  const made: Thing[] = []
  for (const name of ['one-hot', 'woe', 'thermometer', 'local-linear', 'piecewise-linear']) {
    const encoding = encodings().find((one) => one.name === name)!
    const thing = await trainTable(table, makeEncoder(binning, { encoding }), { maxIterations: 20 })
    const between = name.endsWith('linear')
    for (const as of ['score', 'label', 'index'] as const) {
      made.push({ name: `model on ${name} as ${as}`, thing, options: { as }, between })
    }
  }
  return made
}

/** Trees of both kinds, on columns with codes. */
export function trees(): Thing[] {
  const perColumn = { income: { special: [-9, -8] }, since: { kind: 'date' }, member: { kind: 'boolean' } } as const
  return (['binary', mdlp] as const).flatMap((by) => {
    const thing = growTree(table, { target: 'risk', by, perColumn })
    const name = by === 'binary' ? 'binary tree' : 'tree over bins'
    return (['label', 'index'] as const).map((as) => ({
      name: `${name} as ${as}`,
      thing,
      options: { as },
      between: false,
    }))
  })
}

/** Binnings that are hard to export, by label and index, and one by weight of evidence. */
export async function binnings(): Promise<Thing[]> {
  const all = Object.entries(await subjects()).flatMap(([name, thing]) =>
    (['label', 'index'] as const).map((as) => ({ name: `${name}, by ${as}`, thing, options: { as }, between: false })),
  )
  const evidence: Thing = {
    name: 'bins by weight of evidence',
    thing: await fitted(),
    options: { as: 'woe' },
    between: false,
  }
  return [...all, evidence]
}

/** Scorecards with whole points and with others, by score and by column. */
export async function cards(): Promise<Thing[]> {
  const binning = await fitted()
  const made: Thing[] = []
  for (const round of [true, false]) {
    const thing = await makeScorecard(table, { binning, round, minIv: 0, maxCorrelation: 1 })
    for (const as of ['score', 'points'] as const) {
      made.push({
        name: `scorecard ${round ? '' : 'without rounding '}as ${as}`,
        thing,
        options: { as },
        between: false,
      })
    }
  }
  return made
}
