import { VERSION } from '../../binning/binning.ts'
import { calledAs } from '../../util/called-as.ts'
import { list } from '../javascript-export.ts'
import { numeral, text } from '../python-export.ts'
import { type Exportable, mustBeExportable } from '../saved-kinds.ts'
import type { StandardOptions } from '../standard-options.ts'
import { type Trial, trialOf } from '../scoring/trial-rows.ts'

/** Options of the tests: those of the export, and the file it was saved as. */
export type StandardTestOptions = StandardOptions & {
  /** the exported file, next to the test */
  readonly module: string
}

/**
 * The boundary test of an export to ONNX, in Python: needs onnxruntime, and fails when something does not agree.
 *
 *     // Save it beside bins.onnx and run it with python3.
 *     const test = toOnnxTest(binning, { module: 'bins.onnx' })
 *     console.log(test.includes('30.499999999999996')) // → true
 */
export function toOnnxTest(thing: Exportable, { module, ...options }: StandardTestOptions): string {
  return calledAs('toOnnxTest', () => testText(thing, options, { module, standard: 'ONNX', run: ONNX_RUN }))
}

/**
 * The boundary test of an export to PMML, in Python: needs jpmml_evaluator with Java, and fails when something does not
 * agree.
 *
 *     // Save it beside bins.pmml and run it with python3.
 *     const test = toPmmlTest(binning, { module: 'bins.pmml' })
 *     console.log(test.includes('jpmml_evaluator')) // → true
 */
export function toPmmlTest(thing: Exportable, { module, ...options }: StandardTestOptions): string {
  return calledAs('toPmmlTest', () => testText(thing, options, { module, standard: 'PMML', run: PMML_RUN }))
}

interface TestParts {
  readonly module: string
  readonly standard: string
  readonly run: string
}

function testText(thing: Exportable, options: StandardOptions, { module, standard, run }: TestParts): string {
  mustBeExportable(thing)
  const { columns, outputs, tolerance } = trialOf(thing, options)
  const value = (one: number | string | null): string =>
    one === null ? 'None' : typeof one === 'number' ? numeral(one) : text(one)
  const lines = (named: readonly { readonly name: string; readonly values: Trial['columns'][number]['values'] }[]) =>
    named.map(({ name, values }) => `    ${text(name)}: ${list(values.map(value))},`).join('\n')
  return `"""Made by kerf ${VERSION}: the boundary test of an export to ${standard}. Run it with python3."""
import os

# values of every column, row by row
COLUMNS = {
${lines(columns)}
}
# what kerf answers for them
EXPECTED = {
${lines(outputs)}
}
TOLERANCE = ${numeral(tolerance)}

path = os.path.join(os.path.dirname(os.path.abspath(__file__)), ${text(module)})
rows = max(len(values) for values in COLUMNS.values())
texts = {name for name, values in COLUMNS.items() if any(isinstance(value, str) for value in values)}

${run}
wrong = []
for name, values in EXPECTED.items():
    for row, (found, expected) in enumerate(zip(got[name], values)):
        same = found == expected or (not isinstance(expected, str) and abs(found - expected) <= TOLERANCE)
        if not same:
            wrong.append((name, {column: given[row] for column, given in COLUMNS.items()}, expected, found))
assert not wrong, f"{len(wrong)} values differ, such as {wrong[0]}"
print(f"{rows} rows of {len(EXPECTED)} answers agree")
`
}

const ONNX_RUN = `import numpy
import onnxruntime

session = onnxruntime.InferenceSession(path)
given = {
    name: numpy.array([["" if one is None else one] for one in values], dtype=object)
    if name in texts
    else numpy.array([[numpy.nan if one is None else one] for one in values], dtype="float64")
    for name, values in COLUMNS.items()
}
results = session.run(None, {info.name: given[info.name] for info in session.get_inputs()})
if len(results) == 1:
    got = {name: results[0][:, i].tolist() for i, name in enumerate(EXPECTED)}
else:
    got = {info.name: result[:, 0].tolist() for info, result in zip(session.get_outputs(), results)}
`

const PMML_RUN = `from jpmml_evaluator import make_evaluator

evaluator = make_evaluator(path).verify()
got = {name: [] for name in EXPECTED}
for row in range(rows):
    given = {name: values[row] for name, values in COLUMNS.items()}
    results = evaluator.evaluate({name: None if value != value else value for name, value in given.items()})
    for name in EXPECTED:
        got[name].append(results[name])
`
