import { growTree } from '../../trees/grow/grow-tree.ts'
import { treeScores } from '../../trees/tree-scores.ts'
import { chiSquareQuantile } from '../../measures/distributions/chi-square-distribution.ts'
import { tableRows } from '../../summaries/column-table.ts'
import { fit } from '../../binning/fit/fit.ts'
import { chiMerge } from '../../discretizers/methods/chi-merge.ts'
import { type ArmSummary, type Id3Study, studyId3 } from '../id3.ts'
import { fileOf, type Given } from './given.ts'
import { type PrintedNumber, readPrinted, under } from './printed-number.ts'

type DataName = 'iris' | 'occupancy'
type Tree = 'Binary full' | 'Binary pruned' | 'ChiMerge full' | 'ChiMerge pruned'

/** The trees of Kerf that stand for those of the paper; its text swaps the two confidences, so each data set has its own. */
const ARMS: Readonly<Record<Tree, Readonly<Record<DataName, string>>>> = {
  'Binary full': { iris: 'binary, full', occupancy: 'binary, full' },
  'Binary pruned': { iris: 'binary, depth by folds', occupancy: 'binary, depth by folds' },
  'ChiMerge full': { iris: 'chi-merge 0.9, full', occupancy: 'chi-merge 0.75, full' },
  'ChiMerge pruned': { iris: 'chi-merge 0.9, error-complexity', occupancy: 'chi-merge 0.75, error-complexity' },
}

/** Tables 1 to 3: accuracy, depth and nodes. */
const TABLES: Readonly<Record<Tree, Readonly<Record<DataName, readonly [string, string, string]>>>> = {
  'Binary full': { occupancy: ['0.992120623', '20', '341'], iris: ['0.77', '10', '45'] },
  'Binary pruned': { occupancy: ['0.992169261', '11', '201'], iris: ['0.84', '4', '13'] },
  'ChiMerge full': { occupancy: ['0.991976659', '5', '8552'], iris: ['0.9', '4', '117'] },
  'ChiMerge pruned': { occupancy: ['0.993920233', '5', '8418'], iris: ['0.966666667', '4', '111'] },
}

const MEASURES = ['accuracy', 'depth', 'nodes'] as const

async function study(given: Given, data: DataName): Promise<Id3Study> {
  const { once, iris, splits } = given
  // Large rows are split less often: their figures hardly move.
  return data === 'iris'
    ? once('id3 iris', () => studyId3(iris, { seeds: splits }))
    : once('id3 occupancy', () => studyId3(fileOf(given, 'occupancy'), { seeds: Math.max(1, Math.round(splits / 4)) }))
}

async function armOf(given: Given, data: DataName, tree: Tree): Promise<ArmSummary> {
  return (await study(given, data)).arms.find(({ name }) => name === ARMS[tree][data])!
}

const ONE_SPLIT = 'one split of the rows there, with details that are not told; no split here comes to it'

function tableNumbers(data: DataName): PrintedNumber[] {
  const command =
    data === 'iris' ? 'kerf study id3' : 'kerf study id3 occupancy.csv --target Occupancy --exclude date,file'
  const numbers = MEASURES.map((measure, m) => {
    const of = (trial: ArmSummary['trials'][number]): number =>
      (measure === 'accuracy' ? trial.validation : trial[measure]) ?? Number.NaN
    return (Object.keys(TABLES) as Tree[]).map((tree) => ({
      place: `Table ${m + 1}, ${data}`,
      says: `${measure} of ${tree}`,
      printed: TABLES[tree][data][m],
      measure: async (given: Given) => {
        const { trials } = await armOf(given, data, tree)
        return trials.reduce((sum, trial) => sum + of(trial), 0) / trials.length
      },
      range: async (given: Given) => {
        const all = (await armOf(given, data, tree)).trials.map(of)
        return [Math.min(...all), Math.max(...all)] as const
      },
      otherwise: { verdict: 'differs', why: ONE_SPLIT } as const,
    }))
  })
  return under(data === 'iris' ? { command } : { command, needs: 'occupancy' }, numbers.flat())
}

/**
 * The share of so many rows that is nearest to a printed accuracy: few numbers of rows give all its digits. Of those up to
 * 20,560 the first fits 10,280 too, the second none else, the third multiples of 1,371, the fourth multiples of 4,112.
 */
function shareNumbers(): PrintedNumber[] {
  const of = (tree: Tree, data: DataName, rows: number, what: string): PrintedNumber => {
    const [printed] = TABLES[tree][data]
    const right = Math.round(readPrinted(printed).value * rows)
    return {
      place: `Table 1, ${data}`,
      says: `${tree}: fits ${right} of ${rows}, ${what}`,
      printed,
      measure: () => right / rows,
      command: `${right} / ${rows}, by hand`,
    }
  }
  return [
    of('Binary full', 'occupancy', 20_560, 'all rows, as folds give'),
    of('Binary pruned', 'occupancy', 20_560, 'all rows, as folds give'),
    of('ChiMerge full', 'occupancy', 2742, 'the test part of 10:3:2'),
    of('ChiMerge pruned', 'occupancy', 4112, 'the validation part of 10:3:2, which it was pruned by'),
    of('ChiMerge pruned', 'iris', 30, 'the validation part of 10:3:2, which it was pruned by'),
  ]
}

const barOf =
  (alpha: number) =>
  ({ iris }: Given): number => {
    const target = iris.table[iris.target]
    return fit(iris.table[iris.columns[2]] as Float64Array, { target, method: chiMerge, alpha }).reasons[0].bar!
  }

const parts = (index: 0 | 1 | 2) => async (given: Given) => {
  const { parts: sizes, rows } = await study(given, 'iris')
  return (15 * sizes[index]) / rows
}

const classRows = ({ iris }: Given): number[] => {
  const labels = Array.from(iris.table[iris.target], String)
  return [...new Set(labels)].map((label) => labels.filter((one) => one === label).length)
}

const IRIS = 'kerf summarize iris.csv --target species'
const OCCUPANCY = 'kerf summarize occupancy.csv --target Occupancy --exclude date,file'

/** Every number of the comparison but years and pages. */
export const COMPARISON_NUMBERS: readonly PrintedNumber[] = [
  ...under({ place: 'Data Set, iris', command: IRIS }, [
    { says: 'classes', printed: '3', measure: (given) => classRows(given).length },
    ...[1, 2, 3].map((c) => ({ says: `rows of class ${c}`, printed: '50', measure: (given: Given) => classRows(given)[c - 1] })),
    { says: 'attributes', printed: '4', measure: ({ iris }) => iris.columns.length },
  ]), // prettier-ignore
  ...under({ place: 'Data Set, occupancy', command: OCCUPANCY, needs: 'occupancy' }, [
    { says: 'rows', printed: '20560', measure: (given) => tableRows('numbers', fileOf(given, 'occupancy').table) },
    {
      says: 'attributes',
      printed: '6',
      measure: (given) => fileOf(given, 'occupancy').columns.length,
      otherwise: { verdict: 'slip', why: 'the text lists five, and the file has five numbers and a date', ought: '5' },
    },
  ]),
  ...under({ place: 'Related Work', command: 'kerf tree iris.csv --target species --split all --prune none --measure gain' }, [
    {
      says: 'accuracy of a full tree on its own rows, in percent',
      printed: '100',
      measure: ({ iris }) => {
        const { table, target, columns } = iris
        return 100 * (treeScores(growTree(table, { target, columns, measure: 'gain' }), table).accuracy ?? Number.NaN)
      },
    },
  ]), // prettier-ignore
  ...under({ place: 'Pruning, the parts', command: 'kerf study id3' }, [
    { says: 'parts to train on', printed: '10', measure: parts(0) },
    { says: 'parts to prune by', printed: '3', measure: parts(1) },
    { says: 'parts to judge by', printed: '2', measure: parts(2) },
  ]),
  ...under({ place: 'Comparison, the thresholds', command: 'kerf fit iris.csv --target species --method chi-merge --alpha 0.1' }, [
    {
      says: 'threshold of χ² for two classes',
      printed: '0.75',
      measure: () => chiSquareQuantile(0.75, 1),
      otherwise: { verdict: 'differs', why: 'it is the confidence 1 − alpha, with one degree of freedom for occupancy; the text swaps the data sets', ought: '1.3233' },
    },
    {
      says: 'threshold of χ² for three classes',
      printed: '0.9',
      measure: barOf(0.1),
      otherwise: { verdict: 'differs', why: 'it is the confidence 1 − alpha, with two degrees of freedom for iris', ought: '4.6052' },
    },
    {
      says: 'rows of the data set that it calls occupancy here',
      printed: '150',
      measure: (given) => tableRows('numbers', fileOf(given, 'occupancy').table),
      needs: 'occupancy',
      otherwise: { verdict: 'slip', why: 'the names are swapped: iris has 150 rows', ought: '20560' },
      command: OCCUPANCY,
    },
  ]), // prettier-ignore
  ...tableNumbers('iris'),
  ...tableNumbers('occupancy'),
  ...shareNumbers(),
]
