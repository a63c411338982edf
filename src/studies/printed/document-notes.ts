import { growTree } from '../../trees/grow/grow-tree.ts'
import { treeStats } from '../../trees/tree-stats.ts'
import { entropy } from '../../measures/entropy.ts'
import type { Given } from './given.ts'
import { type Counts, countTable, ranked } from './class-counts.ts'
import { type PrintedNumber, under } from './printed-number.ts'
import { COLOURS, VEHICLES } from './small-tables.ts'

const colours = async ({ once }: Given): Promise<Counts> => once('colours', () => countTable(COLOURS, 'target'))
const vehicles = async ({ once }: Given): Promise<Counts> => once('vehicles', () => countTable(VEHICLES, 'Efficiency'))

/** The vehicles of four wheels, which the first test leaves mixed. */
const FOUR_WHEELS = VEHICLES.Wheels.flatMap((wheels, row) => (wheels === 'four' ? [row] : []))
const fourWheels = async ({ once }: Given): Promise<Counts> =>
  once('four wheels', () => {
    const { Wheels: _, ...others } = VEHICLES
    const picked = Object.entries(others).map(([name, values]) => [name, FOUR_WHEELS.map((row) => values[row])])
    return countTable(Object.fromEntries(picked), 'Efficiency')
  })

type Of = (counts: Counts) => number
const inColours = (of: Of) => async (given: Given) => of(await colours(given))
const inVehicles = (of: Of) => async (given: Given) => of(await vehicles(given))

/** The rows (good, bad) of one value, as the notes print them. */
const pair = (column: string, value: string, [good, bad]: readonly [string, string]): Omit<PrintedNumber, 'place' | 'command'>[] => [
  { says: `${column} ${value}: rows that are good`, printed: good, measure: inVehicles(({ rows }) => rows('good', [column, value])) },
  { says: `${column} ${value}: rows that are bad`, printed: bad, measure: inVehicles(({ rows }) => rows('bad', [column, value])) },
] // prettier-ignore

const share = (column: string, value: string, printed: string): Omit<PrintedNumber, 'place' | 'command'> => ({
  says: `share of ${column} ${value}`,
  printed,
  measure: inVehicles(({ group }) => group(column, value).share),
})

const bits = (column: string, value: string, printed: string): Omit<PrintedNumber, 'place' | 'command'> => ({
  says: `entropy where ${column} is ${value}`,
  printed,
  measure: inVehicles(({ group }) => group(column, value).entropy),
})

const left = (column: string, printed: string): Omit<PrintedNumber, 'place' | 'command'> => ({
  says: `entropy of Efficiency given ${column}`,
  printed,
  measure: inVehicles((counts) => ranked(counts, column).conditionalEntropy!),
})

const RANK_COLOURS = 'kerf rank colours.csv --target target --verbose'
const RANK_VEHICLES = 'kerf rank vehicles.csv --target Efficiency --verbose'
const TREE = 'kerf tree vehicles.csv --target Efficiency --measure gain --split all --prune none --by mdlp'

const TWO_SWAPPED = {
  verdict: 'slip',
  why: 'row 3, the only one of two doors, is bad: the pair is (0,1); its entropy is 0 either way',
} as const

/** Every number of the entropy notes. */
export const NOTES_NUMBERS: readonly PrintedNumber[] = [
  ...under({ place: 'Example, the ten runs', command: RANK_COLOURS }, [
    { says: 'runs', printed: '10', measure: inColours(({ ranking }) => ranking.rows) },
    { says: 'runs that gave a', printed: '6', measure: inColours(({ rows }) => rows('a')) },
    { says: 'runs that gave b', printed: '4', measure: inColours(({ rows }) => rows('b')) },
    { says: 'chance of a', printed: '0.6', measure: inColours(({ rows, ranking }) => rows('a') / ranking.rows) },
    { says: 'chance of b', printed: '0.4', measure: inColours(({ rows, ranking }) => rows('b') / ranking.rows) },
  ]),
  ...under({ place: 'Example, Case 1 to 3', command: "entropy([0.6, 0.4]) of 'kerf/measures'" }, [
    { says: 'entropy of 0.6 and 0.4', printed: '0.970951', measure: inColours(({ ranking }) => ranking.entropy!) },
    { says: 'entropy of 0.5 and 0.5', printed: '1', measure: () => entropy([0.5, 0.5]) },
    { says: 'entropy of 1 and 0', printed: '0', measure: () => entropy([1, 0]) },
  ]),
  ...under({ place: 'Conditional entropy, the colours', command: RANK_COLOURS }, [
    { says: 'chance of a in red', printed: '3/4', measure: inColours(({ rows, group }) => rows('a', ['colour', 'R']) / group('colour', 'R').count) },
    { says: 'chance of b in red', printed: '1/4', measure: inColours(({ rows, group }) => rows('b', ['colour', 'R']) / group('colour', 'R').count) },
    { says: 'entropy where the colour is red', printed: '0.811278', measure: inColours(({ group }) => group('colour', 'R').entropy) },
    { says: 'chance of a in blue', printed: '1/2', measure: inColours(({ rows, group }) => rows('a', ['colour', 'B']) / group('colour', 'B').count) },
    { says: 'chance of b in blue', printed: '1/2', measure: inColours(({ rows, group }) => rows('b', ['colour', 'B']) / group('colour', 'B').count) },
    { says: 'entropy where the colour is blue', printed: '1', measure: inColours(({ group }) => group('colour', 'B').entropy) },
    { says: 'share of red', printed: '0.4', measure: inColours(({ group }) => group('colour', 'R').share) },
    { says: 'share of green', printed: '0.4', measure: inColours(({ group }) => group('colour', 'G').share) },
    { says: 'share of blue', printed: '0.2', measure: inColours(({ group }) => group('colour', 'B').share) },
    { says: 'entropy where the colour is green', printed: '1', measure: inColours(({ group }) => group('colour', 'G').entropy) },
    { says: 'entropy of the target given the colour', printed: '0.924511', measure: inColours((counts) => ranked(counts, 'colour').conditionalEntropy!) },
  ]), // prettier-ignore
  ...under({ place: 'ID3, the vehicles', command: RANK_VEHICLES }, [
    { says: 'vehicles', printed: '7', measure: inVehicles(({ ranking }) => ranking.rows) },
    { says: 'good ones', printed: '4', measure: inVehicles(({ rows }) => rows('good')) },
    { says: 'bad ones', printed: '3', measure: inVehicles(({ rows }) => rows('bad')) },
    { says: 'entropy of Efficiency', printed: '0.985228', measure: inVehicles(({ ranking }) => ranking.entropy!) },
  ]),
  ...under({ place: 'ID3, MOTOR', command: RANK_VEHICLES }, [
    { says: 'values', printed: '2', measure: inVehicles(({ groups }) => groups('MOTOR').length) },
    ...pair('MOTOR', 'no', ['1', '1']),
    bits('MOTOR', 'no', '1'),
    ...pair('MOTOR', 'yes', ['3', '2']),
    bits('MOTOR', 'yes', '0.970951'),
    share('MOTOR', 'no', '2/7'),
    share('MOTOR', 'yes', '5/7'),
    left('MOTOR', '0.97925'),
    {
      says: 'gain of MOTOR',
      printed: '0.00597758',
      measure: inVehicles((counts) => ranked(counts, 'MOTOR').gain!),
      otherwise: {
        verdict: 'slip',
        why: 'the entropy was rounded to 0.985228 before the subtraction, so the last three digits are off',
        ought: '0.00597771',
      },
    },
  ]),
  ...under({ place: 'ID3, Wheels', command: RANK_VEHICLES }, [
    { says: 'values', printed: '3', measure: inVehicles(({ groups }) => groups('Wheels').length) },
    ...pair('Wheels', 'two', ['2', '0']),
    ...pair('Wheels', 'three', ['0', '1']),
    ...pair('Wheels', 'four', ['2', '2']),
    share('Wheels', 'two', '2/7'),
    share('Wheels', 'three', '1/7'),
    share('Wheels', 'four', '4/7'),
    bits('Wheels', 'two', '0'),
    bits('Wheels', 'three', '0'),
    bits('Wheels', 'four', '1'),
    left('Wheels', '0.571429'),
  ]),
  ...under({ place: 'ID3, Doors', command: RANK_VEHICLES }, [
    { says: 'values', printed: '4', measure: inVehicles(({ groups }) => groups('Doors').length) },
    ...pair('Doors', 'none', ['2', '1']),
    ...pair('Doors', 'two', ['1', '0']).map((one, i) => ({
      ...one,
      otherwise: { ...TWO_SWAPPED, ought: i === 0 ? '0' : '1' },
    })),
    ...pair('Doors', 'three', ['1', '0']),
    ...pair('Doors', 'four', ['1', '1']),
    share('Doors', 'none', '3/7'),
    share('Doors', 'two', '1/7'),
    share('Doors', 'three', '1/7'),
    share('Doors', 'four', '2/7'),
    bits('Doors', 'none', '0.918296'),
    bits('Doors', 'two', '0'),
    bits('Doors', 'three', '0'),
    bits('Doors', 'four', '1'),
    left('Doors', '0.67927'),
  ]),
  ...under({ place: 'ID3, Size', command: RANK_VEHICLES }, [
    { says: 'values', printed: '3', measure: inVehicles(({ groups }) => groups('Size').length) },
    ...pair('Size', 'small', ['2', '2']),
    ...pair('Size', 'medium', ['2', '0']),
    ...pair('Size', 'large', ['0', '1']),
    share('Size', 'small', '4/7'),
    share('Size', 'medium', '2/7'),
    share('Size', 'large', '1/7'),
    bits('Size', 'small', '1'),
    bits('Size', 'medium', '0'),
    bits('Size', 'large', '0'),
    left('Size', '0.571429'),
  ]),
  ...under({ place: 'ID3, which comes first', command: TREE }, [
    {
      says: 'columns with the largest gain: Wheels and Size',
      printed: '2',
      measure: inVehicles(({ ranking }) => {
        const most = ranking.columns[0].gain!
        return ranking.columns.filter(({ name, gain }) => gain! > most - 1e-12 && /^(Wheels|Size)$/.test(name)).length
      }),
    },
    { says: 'rows left mixed by Wheels', printed: '4', measure: () => FOUR_WHEELS.length },
    ...['3', '4', '5', '6'].map((row, i) => ({
      says: `row ${i + 1} of these`,
      printed: row,
      measure: () => FOUR_WHEELS[i],
    })),
    {
      says: 'parts of Wheels that need no further test',
      printed: '2',
      measure: inVehicles(({ groups }) => groups('Wheels').filter((one) => one.entropy === 0).length),
    },
    {
      says: 'place of Size among the columns for these rows',
      printed: '1',
      measure: async (given) => (await fourWheels(given)).ranking.columns.findIndex(({ name }) => name === 'Size') + 1,
    },
    {
      says: 'tests on the longest path of the tree: Wheels, then Size',
      printed: '2',
      measure: () => treeStats(growTree(VEHICLES, { target: 'Efficiency', measure: 'gain' })).depth,
    },
  ]),
]
