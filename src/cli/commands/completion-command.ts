import { Argument, type Command } from 'commander'
import { methods } from '../../discretizers/registry.ts'
import { DIALECTS } from '../../exports/sql-dialects.ts'
import { exportNames } from './export-command.ts'
import type { Io } from '../io.ts'

export function addCompletion(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a completion script for your shell')
    .description(
      'Prints a script that completes commands, flags and method names. For bash: source <(kerf completion bash)',
    )
    .addArgument(new Argument('<shell>', 'bash, zsh or fish').choices(['bash', 'zsh', 'fish']))
    .action((shell: string) => {
      const commands = program.commands.map((command) => ({
        name: command.name(),
        summary: command.summary(),
        flags: command.options.flatMap((option) => [option.short, option.long].filter((flag) => flag !== undefined)),
      }))
      io.out(shell === 'fish' ? fishScript(commands) : shell === 'zsh' ? zshScript(commands) : bashScript(commands))
    })
}

interface Completed {
  readonly name: string
  readonly summary: string
  readonly flags: readonly string[]
}

const names = (): string =>
  methods()
    .map((method) => method.name)
    .join(' ')

const dialects = (): string => DIALECTS.map(({ name }) => name).join(' ')

const targets = (): string => exportNames().join(' ')

function bashScript(commands: readonly Completed[]): string {
  return `_kerf() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  if [[ $COMP_CWORD -eq 1 ]]; then
    COMPREPLY=($(compgen -W "${commands.map((command) => command.name).join(' ')} --help --version" -- "$word")); return
  fi
  if [[ $before == --method || $before == -m || $before == --methods ]]; then
    COMPREPLY=($(compgen -W "${names()}" -- "$word")); return
  fi
  if [[ $before == --dialect ]]; then
    COMPREPLY=($(compgen -W "${dialects()}" -- "$word")); return
  fi
  if [[ $before == --to && \${COMP_WORDS[1]} == export ]]; then
    COMPREPLY=($(compgen -W "${targets()}" -- "$word")); return
  fi
  if [[ $word == -* ]]; then
    case "\${COMP_WORDS[1]}" in
${commands.map((command) => `      ${command.name}) COMPREPLY=($(compgen -W "${command.flags.join(' ')} --help" -- "$word")) ;;`).join('\n')}
    esac
    return
  fi
  COMPREPLY=($(compgen -f -- "$word"))
}
complete -o filenames -F _kerf kerf
`
}

function zshScript(commands: readonly Completed[]): string {
  return `#compdef kerf
autoload -U +X bashcompinit && bashcompinit
${bashScript(commands)}`
}

function fishScript(commands: readonly Completed[]): string {
  const quote = (text: string): string => `'${text.replaceAll("'", String.raw`\'`)}'`
  const lines = commands.flatMap((command) => [
    `complete -c kerf -n __fish_use_subcommand -a ${command.name} -d ${quote(command.summary)}`,
    ...command.flags
      .filter((flag) => flag.startsWith('--'))
      .map((flag) => `complete -c kerf -n '__fish_seen_subcommand_from ${command.name}' -l ${flag.slice(2)}`),
  ])
  const named = ['-s m -l method', '-l methods'].map((flag) => `complete -c kerf ${flag} -x -a ${quote(names())}`)
  return `${[
    ...lines,
    ...named,
    `complete -c kerf -l dialect -x -a ${quote(dialects())}`,
    `complete -c kerf -n '__fish_seen_subcommand_from export' -l to -x -a ${quote(targets())}`,
  ].join('\n')}\n`
}
