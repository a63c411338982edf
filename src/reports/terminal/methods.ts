import type { AnyDiscretizer } from '../../discretizers/discretizer.ts'
import { show } from '../../util/check.ts'
import type { Option } from '../../util/options.ts'
import { suggest } from '../../util/suggest.ts'
import { type ReportOptions, type Screen, screenOf } from './screen.ts'
import { padEnd, wrap } from './text.ts'

/** What of the methods is printed. */
export interface MethodsReportOptions extends ReportOptions {
  /** one method, with its options and presets; default all, a line or two each */
  readonly name?: string | undefined
}

const TARGETS: Readonly<Record<AnyDiscretizer['target'], string>> = {
  none: 'not needed',
  class: 'classes',
  numeric: 'a number',
  any: 'classes or a number',
}

/** The methods as text for a terminal: all by name, target and a sentence, or one with its options and presets. */
export function methodsReport(methods: readonly AnyDiscretizer[], options: MethodsReportOptions = {}): string {
  const screen = screenOf(options)
  const { name } = options
  if (name === undefined) return listLines(methods, screen).join('\n')
  const method = methods.find((candidate) => candidate.name === name)
  if (method === undefined) {
    const names = methods.map((candidate) => candidate.name)
    throw new RangeError(`unknown method ${show(name)}${suggest(name, names)}`)
  }
  return methodLines(method, screen).join('\n')
}

function listLines(methods: readonly AnyDiscretizer[], screen: Screen): string[] {
  const heads = ['method', 'target'] as const
  const rows = methods.map((method) => [method.name, TARGETS[method.target], method.about])
  const sizes = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => row[i].length)))
  const left = (first: string, second: string): string => `${padEnd(first, sizes[0])}  ${padEnd(second, sizes[1])}  `
  const indent = left('', '').length
  return [
    screen.style.dim(`${left(...heads)}what it does`),
    ...rows.flatMap(([name, target, about]) => {
      const [first, ...more] = wrap(about, screen.width - indent)
      const start = left(name, target).replace(name, () => screen.style.bold(name))
      return [start + first, ...more.map((line) => ' '.repeat(indent) + line)]
    }),
  ]
}

function methodLines(method: AnyDiscretizer, screen: Screen): string[] {
  const { style, width } = screen
  const entry = (name: string, texts: readonly string[]): string[] => [
    `  ${style.bold(name)}`,
    ...texts.flatMap((text) => wrap(text, width - 6).map((line) => `      ${line}`)),
  ]
  const options = Object.entries<Option<unknown>>(method.options).flatMap(([name, option]) =>
    entry(name, [option.about, `${option.rule.words}; default ${show(option.default)}`]),
  )
  const presets = Object.entries(method.presets).flatMap(([name, preset]) => {
    const settings = Object.entries(preset.options).map(([key, value]) => `${key} ${show(value)}`)
    if (preset.closed !== undefined) settings.push(`closed ${preset.closed}`)
    return entry(name, [preset.about, settings.length === 0 ? 'the defaults' : settings.join(', ')])
  })
  return [
    style.bold(method.name),
    ...wrap(method.about, width - 2).map((line) => `  ${line}`),
    `  target: ${TARGETS[method.target]}`,
    '',
    options.length === 0 ? 'no options of its own' : 'options',
    ...options,
    ...(presets.length === 0 ? [] : ['', 'presets', ...presets]),
  ]
}
