import { fit } from '../../binning/fit/fit.ts'
import { binary } from '../../discretizers/methods/binary.ts'
import { binLog } from '../../discretizers/methods/bin-log.ts'
import { cliffs } from '../../discretizers/methods/cliffs.ts'
import { equalFrequency } from '../../discretizers/methods/equal-frequency.ts'
import { equalWidth } from '../../discretizers/methods/equal-width.ts'
import { mdlp } from '../../discretizers/methods/mdlp.ts'
import { readRebuild } from '../../streams/rebuild.ts'
import { readPidOptions } from '../../summaries/live/pid-options.ts'
import { fileOf, type Given } from './given.ts'
import { type PrintedNumber, under } from './printed-number.ts'
import { LABELLED, NUMBERS } from './small-tables.ts'

const width = (): ReturnType<typeof fit> => fit(NUMBERS.x, { method: equalWidth, bins: 10 })
const frequency = (): ReturnType<typeof fit> => fit(NUMBERS.x, { method: equalFrequency, bins: 10 })
const percent = (rows: number): number => (100 * rows) / NUMBERS.x.length

/** Numbers of the bins that hold rows, from 1. */
const filled = (): number[] => width().bins.flatMap(({ count }, i) => (count > 0 ? [i + 1] : []))
const alone = (): number => width().bins.filter(({ count }) => count === 1).length

/** The largest value before the first cut: what shares a bin with the smallest. */
const lastOfFirst = (): number => width().bins[0].hi ?? Number.NaN

const binsOf = (column: string) => (given: Given) => {
  const { table, target } = fileOf(given, 'pima')
  return fit(table[column] as Float64Array, { target: table[target], targetKind: 'class', method: mdlp }).bins.length
}

const WIDTH = 'kerf fit numbers.csv --method equal-width --bins 10'
const FREQUENCY = 'kerf fit numbers.csv --method equal-frequency --bins 10'
const BOUNDARIES = 'kerf fit labelled.csv --target label --method binary'
const STREAM = 'kerf stream --help'

/** Every number of the lecture. */
export const LECTURE_NUMBERS: readonly PrintedNumber[] = [
  ...under({ place: 'Unsupervised, Nbins', command: 'kerf methods equal-width' }, [
    ...['5', '7', '10'].map((bins) => ({
      says: `${bins} bins asked for, so many made`,
      printed: bins,
      measure: () => fit(NUMBERS.x, { method: equalWidth, bins: Number(bins) }).bins.length,
      command: `kerf fit numbers.csv --method equal-width --bins ${bins}`,
    })),
    { says: 'bins unless told otherwise', printed: '10', measure: () => fit(NUMBERS.x, { method: equalWidth }).bins.length },
  ]), // prettier-ignore
  ...under({ place: 'Unsupervised, the drawing of 10 bins', command: WIDTH }, [
    { says: 'numbers listed', printed: '27', measure: () => NUMBERS.x.length },
    { says: 'numbers drawn in bin 1', printed: '22', measure: () => width().bins[0].count },
    ...['1', '2', '3', '5', '9', '10'].map((bin, i) => ({
      says: `the ${i + 1}. bin drawn is bin`,
      printed: bin,
      measure: () => filled()[i],
    })),
  ]),
  ...under({ place: 'Unsupervised, the text about 10 bins', command: WIDTH }, [
    {
      says: 'the first bucket begins with',
      printed: '1',
      measure: () => width().bins[0].lo ?? Number.NaN,
      otherwise: { verdict: 'slip', why: 'the smallest number is 0', ought: '0' },
    },
    {
      says: 'the first bucket ends with',
      printed: '25',
      measure: lastOfFirst,
      otherwise: { verdict: 'slip', why: 'bins are 10 wide: 5 is the last below 10, and 10 and 20 have bins of their own, as drawn', ought: '5' },
    },
    {
      says: 'numbers that have a bin each',
      printed: '4',
      measure: alone,
      otherwise: { verdict: 'slip', why: '10, 20, 40, 80 and 100 are five, as drawn', ought: '5' },
    },
    {
      says: 'bins with nothing in them',
      printed: '5',
      measure: () => width().bins.filter(({ count }) => count === 0).length,
      otherwise: { verdict: 'slip', why: 'bins 4, 6, 7 and 8 are four, as drawn', ought: '4' },
    },
    {
      says: 'percent of the numbers in the first bin',
      printed: '83',
      measure: () => percent(width().bins[0].count),
      otherwise: { verdict: 'slip', why: '22 of 27 are 81.5 %', ought: '81' },
    },
    {
      says: 'percent of the numbers in each of the others',
      printed: '3.3',
      measure: () => percent(width().bins[1].count),
      otherwise: { verdict: 'slip', why: '1 of 27 is 3.7 %; 3.3 % is 1 of 30', ought: '3.7' },
    },
    {
      says: 'bins with so little',
      printed: '4',
      measure: alone,
      otherwise: { verdict: 'slip', why: 'five, as above', ought: '5' },
    },
  ]), // prettier-ignore
  ...under({ place: 'Unsupervised, BinLogging', command: 'kerf fit numbers.csv --method bin-log' }, [
    { says: 'fewest bins', printed: '1', measure: () => fit([4, 4, 4], { method: binLog }).bins.length },
  ]),
  ...under({ place: 'Unsupervised, equal frequency', command: FREQUENCY }, [
    {
      says: 'bins drawn before squashing',
      printed: '9',
      measure: () => frequency().bins.length,
      otherwise: { verdict: 'differs', why: 'equal values are never parted here, so they are squashed at once; the drawing has 9 of the 10 asked for', ought: '6' },
    },
    { says: 'bins drawn after squashing', printed: '6', measure: () => frequency().bins.length },
    ...['8', '7', '4', '3', '3', '2'].map((count, i) => ({
      says: `numbers drawn in bin ${i + 1}`,
      printed: count,
      measure: () => frequency().bins[i].count,
    })),
  ]), // prettier-ignore
  ...under({ place: 'Supervised, cut points', command: BOUNDARIES }, [
    {
      says: 'instances of the example',
      printed: '5',
      measure: () => LABELLED.x.length,
      otherwise: { verdict: 'slip', why: 'six are listed', ought: '6' },
    },
    { says: 'cut points of interest', printed: '2', measure: () => fit(LABELLED.x, { target: LABELLED.label, method: binary }).cuts.length },
    { says: 'the first', printed: '1.85', measure: () => fit(LABELLED.x, { target: LABELLED.label, method: binary }).cuts[0] },
    { says: 'the second', printed: '5', measure: () => fit(LABELLED.x, { target: LABELLED.label, method: binary }).cuts[1] },
    {
      says: 'the age at which everything switches',
      printed: '20',
      measure: () => {
        const age = Array.from({ length: 200 }, (_, i) => i / 5)
        return fit(age, { target: age.map((years) => (years < 20 ? 'happy' : 'sad')), method: mdlp }).cuts[0]
      },
      command: 'fit(age, { target }) with mdlp, on ages in steps of 0.2',
    },
  ]), // prettier-ignore
  ...under({ place: 'Incremental, PiD', command: STREAM }, [
    {
      says: 'cells of layer one for each bin that is sought',
      printed: '30',
      measure: () => readPidOptions({}).startCells / (equalFrequency.options.bins.default as number),
    },
    { says: 'tolerance α', printed: '1/100', measure: () => readRebuild({}, mdlp).tolerance },
    { says: 'examples between two looks', printed: '100', measure: () => readRebuild({}, mdlp).every },
  ]),
  ...under({ place: "Timm's rules", command: 'kerf methods cliffs' }, [
    {
      says: 'a small effect, in percent of the deviation',
      printed: '30',
      measure: () => 100 * cliffs.options.cohen.default,
    },
  ]),
  ...under({ place: 'The pictures of the diabetes data', needs: 'pima', command: 'kerf fit pima.csv --target outcome --target-kind class' }, [
    { says: 'ranges of pres, which is blunt', printed: '1', measure: binsOf('blood_pressure') },
    { says: 'ranges of skin, which is blunt', printed: '1', measure: binsOf('skin_thickness') },
  ]), // prettier-ignore
]
