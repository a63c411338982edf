import { fit } from '../../binning/fit/fit.ts'
import { chiMerge } from '../../discretizers/methods/chi-merge.ts'
import { chiSquare } from '../../measures/chi-square.ts'
import { chiSquareQuantile } from '../../measures/distributions/chi-square-distribution.ts'
import type { Given } from './given.ts'
import { type PrintedNumber, under } from './printed-number.ts'

/** An interval of sepal length as Kerber prints it: its lowest value, its rows by class, and χ² to the next one. */
export interface KerberInterval {
  readonly start: string
  readonly classes: readonly [setosa: string, versicolor: string, virginica: string]
  readonly chi: string | null
}

const row = (start: string, classes: KerberInterval['classes'], chi: string | null): KerberInterval => ({ start, classes, chi }) // prettier-ignore

/** The two tables of iris sepal length: where merging stands at a threshold of 1.4, and at 4.6. */
export const KERBER_TABLES: Readonly<Record<'1.4' | '4.6', readonly KerberInterval[]>> = {
  '1.4': [
    row('4.3', ['16', '0', '0'], '4.1'),
    row('4.9', ['4', '1', '1'], '2.4'),
    row('5.0', ['25', '5', '0'], '8.6'),
    row('5.5', ['2', '5', '0'], '2.9'),
    row('5.6', ['0', '5', '1'], '1.7'),
    row('5.7', ['2', '5', '1'], '1.8'),
    row('5.8', ['1', '3', '3'], '2.2'),
    row('5.9', ['0', '12', '7'], '4.8'),
    row('6.3', ['0', '6', '15'], '4.1'),
    row('6.6', ['0', '2', '0'], '3.2'),
    row('6.7', ['0', '5', '10'], '1.5'),
    row('7.0', ['0', '1', '0'], '3.6'),
    row('7.1', ['0', '0', '12'], null),
  ],
  '4.6': [
    row('4.3', ['45', '6', '1'], '30.9'),
    row('5.5', ['4', '15', '2'], '6.7'),
    row('5.8', ['1', '15', '10'], '4.9'),
    row('6.3', ['0', '14', '25'], '5.9'),
    row('7.1', ['0', '0', '12'], null),
  ],
}

/** An interval as it comes out: with Kerber's χ² to the next, and with the plain one. */
export interface FoundInterval {
  readonly start: number
  readonly classes: readonly number[]
  readonly chi: number | null
  readonly plain: number | null
}

/** ChiMerge of iris sepal length from its distinct values up to a threshold. */
export function kerberIntervals({ iris, once }: Pick<Given, 'iris' | 'once'>, threshold: number): FoundInterval[] {
  return once(`kerber ${threshold}`, () => {
    const column = fit(iris.table[iris.columns[0]] as Float64Array, {
      target: iris.table[iris.target],
      method: chiMerge,
      start: 'distinct',
      threshold,
    })
    return column.bins.map(({ lo, classes = [] }, i) => {
      const next = column.bins[i + 1]?.classes
      const pair = next === undefined ? null : [classes, next]
      return {
        start: lo ?? Number.NaN,
        classes,
        chi: pair === null ? null : chiSquare(pair, { expectedFloor: 0.5 }),
        plain: pair === null ? null : chiSquare(pair),
      }
    })
  })
}

const SPECIES = ['setosa', 'versicolor', 'virginica'] as const

function tableNumbers(threshold: '1.4' | '4.6'): PrintedNumber[] {
  const table = KERBER_TABLES[threshold]
  const found = (given: Given): readonly FoundInterval[] => kerberIntervals(given, Number(threshold))
  const command = `kerf fit iris.csv --target species --columns sepal_length --method chi-merge --start distinct --threshold ${threshold}`
  const at = (i: number, of: (interval: FoundInterval) => number | null) => (given: Given) =>
    of(found(given)[i]) ?? Number.NaN
  return under({ place: `Iris, sepal length, threshold ${threshold}`, command }, [
    { says: 'intervals', printed: String(table.length), measure: (given) => found(given).length },
    ...table.flatMap(({ start, classes, chi }, i) => [
      { says: `interval ${i + 1} starts at`, printed: start, measure: at(i, (one) => one.start) },
      ...classes.map((count, c) => ({
        says: `interval ${i + 1}: rows of ${SPECIES[c]}`,
        printed: count,
        measure: at(i, (one) => one.classes[c]),
      })),
      ...(chi === null
        ? []
        : [{ says: `χ² of intervals ${i + 1} and ${i + 2}`, printed: chi, measure: at(i, (one) => one.chi) }]),
    ]),
  ])
}

/** The numbers of Kerber's tables of iris. */
export const KERBER_NUMBERS: readonly PrintedNumber[] = [
  ...under({ place: 'Iris, the thresholds', command: "chiSquareQuantile(0.9, 2) of 'kerf/measures'" }, [
    { says: 'χ² at confidence 0.5 with 2 degrees of freedom', printed: '1.4', measure: () => chiSquareQuantile(0.5, 2) },
    { says: 'χ² at confidence 0.9 with 2 degrees of freedom', printed: '4.6', measure: () => chiSquareQuantile(0.9, 2) },
  ]), // prettier-ignore
  ...tableNumbers('1.4'),
  ...tableNumbers('4.6'),
]
