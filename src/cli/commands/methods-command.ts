import type { Command } from 'commander'
import { methods } from '../../discretizers/registry.ts'
import { traitsOf } from '../../discretizers/traits.ts'
import { methodsReport } from '../../reports/terminal/methods-text.ts'
import type { Io } from '../io.ts'
import { methodNamed } from '../flags/cut-flags.ts'
import { flagOf } from '../flags/parse-flags.ts'

export function addMethods(program: Command, io: Io): void {
  program
    .command('methods')
    .summary('list the methods and their options')
    .description('Lists the methods; with a name, its options and presets.')
    .argument('[name]', 'a method')
    .option('--json', 'as JSON')
    .action((name: string | undefined, flags: { json?: boolean }) => {
      const chosen = name === undefined ? methods() : [methodNamed(name)]
      if (flags.json !== true) {
        io.show(`${methodsReport(methods(), { color: io.color, width: io.width, name, typed: flagOf })}\n`)
        return
      }
      const listed = chosen.map((method) => {
        const { name: own, about, target, needs, options, presets } = method
        return {
          name: own,
          about,
          target,
          needs,
          traits: traitsOf(method),
          options: Object.entries(options).map(([option, { rule, default: usual, about: sentence }]) => ({
            name: option,
            rule: rule.words,
            default: usual,
            about: sentence,
          })),
          presets: Object.entries(presets).map(([preset, given]) => ({ name: preset, ...given })),
        }
      })
      io.out(`${JSON.stringify(listed, null, 2)}\n`)
    })
}
