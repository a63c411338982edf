import { type Binning, hasCuts, type NumberColumn, VERSION } from '../binning/binning.ts'
import { slotLabels } from '../binning/labels.ts'
import { DataError } from '../errors.ts'
import { calledAs } from '../util/called-as.ts'
import { boundaryCases } from './boundary-tests.ts'
import { nextUp } from '../util/numbers/doubles.ts'
import { type ColumnPlan, type ExportOptions, planColumns } from './export-plan.ts'
import { list } from './javascript-export.ts'
import { numeral, text } from './python-export.ts'

/**
 * A binning as a Bucketizer of Spark's machine learning, in Python. It holds number columns without special codes whose
 * missing values have a bin of their own or are refused; what it cannot hold is an error. O(bins).
 *
 *     const file = toSparkBucketizer(binning, { as: 'index' })
 *     console.log(file.match(/^SPLITS.*\n.*$/m)?.[0])
 *     // → SPLITS = {
 *     // →     "age": [-float("inf"), 30.5, float("inf")],
 */
export function toSparkBucketizer(binning: Binning, options: ExportOptions = {}): string {
  return calledAs('toSparkBucketizer', () => {
    const plans = planColumns(binning, options)
    const refusing = plans.map((plan) => holdable(plan)).includes('error')
    const { as = 'label' } = options
    if (as === 'woe') {
      throw new DataError(
        'export: a Bucketizer of Spark numbers the bins, and so holds label or index, not woe; export to sql',
      )
    }
    return moduleText(plans, as, refusing ? 'error' : 'keep')
  })
}

/** Refuses what a Bucketizer has no place for; gives what happens to missing values. */
function holdable({ column, codes }: ColumnPlan): 'own' | 'error' {
  const name = JSON.stringify(column.name)
  const other = 'export to sql with the dialect spark'
  if (!hasCuts(column)) {
    throw new DataError(`export: a Bucketizer of Spark holds numbers, and ${name} has levels; ${other}, or leave it out by columns`) // prettier-ignore
  }
  if (codes.length > 0) {
    throw new DataError(`export: a Bucketizer of Spark has no place for special codes, and ${name} has ${codes.map(({ code }) => code).join(', ')}; ${other}`) // prettier-ignore
  }
  const { policy } = column.missing
  if (policy === 'own' || policy === 'error') return policy
  throw new DataError(`export: a Bucketizer of Spark gives missing values a bin of their own, and ${name} sends them to another; ${other}`) // prettier-ignore
}

function moduleText(plans: readonly ColumnPlan[], as: 'label' | 'index', invalid: 'keep' | 'error'): string {
  const columns = plans.map(({ column }) => column as NumberColumn)
  const [start, end] = ['-float("inf")', 'float("inf")']
  const splits = columns.map(
    (column) => `    ${text(column.name)}: ${list([start, ...limitsOf(column).map(numeral), end])},`,
  )
  const labels = columns.map((column) => `    ${text(column.name)}: ${list(slotLabels(column).map(text))},`)
  const outputs = plans.map(({ column, output }) => `    ${text(column.name)}: ${text(output)},`)
  return `"""Made by kerf ${VERSION}. Needs pyspark."""
from pyspark.ml import PipelineModel
from pyspark.ml.feature import Bucketizer, IndexToString

# Values at or above a number and below the next are in one bin. Spark puts -0 below 0, so a cut of 0 is written as -0.
SPLITS = {
${splits.join('\n')}
}
# Names of the bins, and of the one of missing values, which comes last.
LABELS = {
${labels.join('\n')}
}
# Names of the columns of bins.
OUTPUTS = {
${outputs.join('\n')}
}


def bucketizer(outputs=OUTPUTS):
    """A Bucketizer that numbers the bins from 0. Missing values ${invalid === 'keep' ? 'get the number after the last' : 'are an error'}."""
    return Bucketizer(
        splitsArray=list(SPLITS.values()),
        inputCols=list(SPLITS),
        outputCols=[outputs[name] for name in SPLITS],
        handleInvalid=${text(invalid)},
    )


def pipeline():
    """What adds the columns of bins to a data frame: pipeline().transform(frame). Bins are ${as === 'label' ? 'names' : 'numbers'}."""
${as === 'label' ? LABEL_STAGES : '    return PipelineModel([bucketizer()])\n'}`
}

const LABEL_STAGES = `    numbers = {name: output + "_number" for name, output in OUTPUTS.items()}
    names = [
        IndexToString(inputCol=numbers[name], outputCol=OUTPUTS[name], labels=LABELS[name]) for name in SPLITS
    ]
    return PipelineModel([bucketizer(numbers), *names])
`

/** What values are at or above. Above a cut is at or above the next double; −0 is put below 0 by Java. */
function limitsOf({ cuts, closed }: NumberColumn): number[] {
  return cuts.map((cut) => (closed === 'left' ? cut : nextUp(cut))).map((limit) => (limit === 0 ? -0 : limit))
}

/**
 * The boundary test of a Bucketizer, in Python: needs pyspark, and fails when a value gets another bin than in the library.
 *
 *     // Save it beside bins.py and run it with python3.
 *     const test = toSparkTest(binning, { module: 'bins.py' })
 *     console.log(test.includes('30.499999999999996')) // → true
 */
export function toSparkTest(
  binning: Binning,
  options: ExportOptions & {
    /** the exported file, next to the test */
    readonly module: string
  },
): string {
  const { module, ...asked } = options
  const plans = calledAs('toSparkTest', () => planColumns(binning, asked))
  const columns = plans.map(({ column, output, answers }) => {
    const cases = boundaryCases(column).flatMap(({ value, slot }) => {
      const expected = slot === null ? null : answers[slot]
      const given = value === null ? 'float("nan")' : numeral(Number(value))
      return expected === null ? [] : [`        (${given}, ${JSON.stringify(expected)}),`]
    })
    return `    (${text(column.name)}, ${text(output)}, [\n${cases.join('\n')}\n    ]),`
  })
  return `"""Made by kerf ${VERSION}: the boundary test of a Bucketizer. Run it with python3."""
import os
import runpy

from pyspark.sql import SparkSession

made = runpy.run_path(os.path.join(os.path.dirname(os.path.abspath(__file__)), ${text(module)}))

# column, the column of its bins, and its values with their bins
COLUMNS = [
${columns.join('\n')}
]

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
most = max(len(cases) for _, _, cases in COLUMNS)
rows = [tuple(cases[i % len(cases)][0] for _, _, cases in COLUMNS) for i in range(most)]
frame = spark.createDataFrame(rows, [name for name, _, _ in COLUMNS])
found = made["pipeline"]().transform(frame).collect()
for name, output, cases in COLUMNS:
    for i, row in enumerate(found):
        value, expected = cases[i % len(cases)]
        assert row[output] == expected, (name, value, expected, row[output])
spark.stop()
print(f"{most} rows of {len(COLUMNS)} columns agree")
`
}
