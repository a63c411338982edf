import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { discretize } from '../../../src/discretizers/discretize.ts'
import { findMethod } from '../../../src/discretizers/registry.ts'
import { traceFit } from '../../../src/discretizers/trace/trace-fit.ts'
import type { TraceStep } from '../../../src/discretizers/trace/trace-steps.ts'
import { summarize } from '../../../src/summaries/summarize.ts'
import type { NumberSummary } from '../../../src/types.ts'
import { random } from '../../../src/util/random.ts'

const lines = readFileSync(fileURLToPath(new URL('../../../samples/iris.csv', import.meta.url)), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(','))

/** A column of iris as texts. */
const iris = (name: string): string[] => lines.slice(1).map((row) => row[lines[0].indexOf(name)])

/** The petals of iris, with the species or a number as target. */
export function petals(target: 'species' | 'petal_width' | null): NumberSummary {
  const given = target === null ? {} : { target: target === 'species' ? iris(target) : iris(target).map(Number) }
  return summarize(iris('petal_length').map(Number), given)
}

/** All of iris. */
export function irisTable(): Record<string, (string | number)[]> {
  return Object.fromEntries(lines[0].map((name) => [name, name === 'species' ? iris(name) : iris(name).map(Number)]))
}

/** The steps of a method on a column. */
export function stepsOf(
  summary: NumberSummary,
  method: string,
  options: Readonly<Record<string, unknown>> = {},
): TraceStep[] {
  // prettier-ignore
  const steps: TraceStep[] = []
  traceFit<Record<string, unknown>>(summary, { ...options, method: findMethod(method) }, (step) => steps.push(step)) // prettier-ignore
  return steps
}

/** The cuts of a method on a column. */
export function cutsOf(summary: NumberSummary, method: string): readonly number[] {
  return discretize<Record<string, unknown>>(summary, { method: findMethod(method) }).cuts
}

/** Names that would do harm where they are taken for markup or script. */
export const HOSTILE =
  '</script><script>document.title="harm"</script><img src=x onerror="document.title=\'harm\'">\u001B[31m\u202E'

/** A column of many values whose classes change all the time, so that traces of it are long. */
export function longColumn(size: number, classes: readonly string[] = ['a', 'b']): NumberSummary {
  const { next, integer } = random(7)
  const x = Array.from({ length: size }, () => Math.round(next() * size * 100) / 100)
  const target = x.map((value) => (next() < 0.2 ? classes[integer(classes.length)] : classes[Math.floor((value / size / 100) * classes.length) % classes.length])) // prettier-ignore
  return summarize(x, { target })
}
