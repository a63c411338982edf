import { log2 } from '../../util/numbers/log2.ts'
import { type Counts, countTable, ranked } from './class-counts.ts'
import { COLOURS, FIVE, VEHICLES } from './small-tables.ts'

/** One step of a walk: what is computed, with the numbers filled in, and what a document prints for it. */
export interface EntropyStep {
  readonly what: string
  /** the formula with its numbers */
  readonly formula: string
  readonly value: number
  readonly printed: string | null
}

/** A table of a document, walked through. */
export interface EntropyWalk {
  readonly title: string
  readonly unit: 'bits' | 'nats'
  readonly steps: readonly EntropyStep[]
}

/** What one column of a table is walked through with. */
interface Walked {
  readonly counts: Counts
  readonly column: string
  /** 1 for bits, ln 2 for nats */
  readonly unit: number
  readonly printed: Readonly<Record<string, string>>
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, number) => sum + number, 0)

/** 3/7·log(7/3) + 4/7·log(7/4). */
function entropyFormula(classes: readonly number[]): string {
  const all = sumOf(classes)
  return classes.map((count) => (count === 0 ? '0' : `${count}/${all}·log(${all}/${count})`)).join(' + ')
}

/** The entropy of each value of a column, what is left on average, and the gain. */
function columnSteps({ counts, column, unit, printed }: Walked): EntropyStep[] {
  const groups = counts.groups(column)
  const { conditionalEntropy, gain } = ranked(counts, column)
  const rows = counts.ranking.rows
  const short = (bits: number): string => String(Number((bits * unit).toFixed(6)))
  return [
    ...groups.map(({ label, classes, entropy }) => ({
      what: `H where ${column} is ${label}`,
      formula: entropyFormula(classes),
      value: entropy * unit,
      printed: printed[label] ?? null,
    })),
    {
      what: `H given ${column}`,
      formula: groups.map(({ count, entropy }) => `${count}/${rows}·${short(entropy)}`).join(' + '),
      value: conditionalEntropy! * unit,
      printed: printed['left'] ?? null,
    },
    {
      what: `gain of ${column}`,
      formula: `${short(counts.ranking.entropy!)} − ${short(conditionalEntropy!)}`,
      value: gain! * unit,
      printed: printed['gain'] ?? null,
    },
  ]
}

function wholeStep(counts: Counts, classes: readonly string[], unit: number, printed: string): EntropyStep {
  const sums = classes.map((label) => counts.rows(label))
  return {
    what: 'H of all rows',
    formula: entropyFormula(sums),
    value: counts.ranking.entropy! * unit,
    printed,
  }
}

/** Both walks of the notes (document 4), and that of the blog (document 1), every step from the rows. */
export async function walkEntropy(): Promise<EntropyWalk[]> {
  const colours = await countTable(COLOURS, 'target')
  const vehicles = await countTable(VEHICLES, 'Efficiency')
  const four = VEHICLES.Wheels.flatMap((wheels, row) => (wheels === 'four' ? [row] : []))
  const left = Object.entries(VEHICLES).filter(([name]) => name !== 'Wheels')
  const fourWheels = await countTable(
    Object.fromEntries(left.map(([name, values]) => [name, four.map((row) => values[row])])),
    'Efficiency',
  )
  const five = { 2: await countTable(FIVE, 'output', [2]), 3: await countTable(FIVE, 'output', [3]) }
  const nats = 1 / log2(Math.E)
  const ofVehicles = (column: string, printed: Walked['printed']): EntropyStep[] =>
    columnSteps({ counts: vehicles, column, unit: 1, printed })
  return [
    {
      title: 'Document 4, ten coloured instances: how uncertain is the target, and once the colour is known?',
      unit: 'bits',
      steps: [
        wholeStep(colours, ['a', 'b'], 1, '0.970951'),
        ...columnSteps({ counts: colours, column: 'colour', unit: 1, printed: { R: '0.811278', G: '1', B: '1', left: '0.924511' } }),
      ],
    },
    {
      title: 'Document 4, seven vehicles: which column comes first? The one with the largest gain: Wheels or Size',
      unit: 'bits',
      steps: [
        wholeStep(vehicles, ['good', 'bad'], 1, '0.985228'),
        ...ofVehicles('MOTOR', { no: '1', yes: '0.970951', left: '0.97925', gain: '0.00597758' }),
        ...ofVehicles('Wheels', { two: '0', three: '0', four: '1', left: '0.571429' }),
        ...ofVehicles('Doors', { none: '0.918296', two: '0', three: '0', four: '1', left: '0.67927' }),
        ...ofVehicles('Size', { small: '1', medium: '0', large: '0', left: '0.571429' }),
      ],
    },
    {
      title: 'Document 4, the four vehicles of four wheels: which column comes next? Size, which leaves nothing',
      unit: 'bits',
      steps: ['MOTOR', 'Doors', 'Size'].flatMap((column) =>
        columnSteps({ counts: fourWheels, column, unit: 1, printed: {} }),
      ),
    },
    {
      title: 'Document 1, five rows: where to cut? At 2, as the document says, though its gains are slips',
      unit: 'nats',
      steps: [
        wholeStep(five[2], ['Yes', 'No'], nats, '0.67'),
        ...columnSteps({ counts: five[2], column: 'feature', unit: nats, printed: { '< 2': '0.0', '≥ 2': '0.63', gain: '0.04' } }),
        ...columnSteps({ counts: five[3], column: 'feature', unit: nats, printed: { '< 3': '0.63', '≥ 3': '0.69', gain: '-0.00' } }),
      ],
    },
  ] // prettier-ignore
}
