import type { Command } from 'commander'
import type { FitRequest } from '../../pipeline.ts'
import { parseInteger, parseList } from './parse-flags.ts'
import { UsageError } from '../usage.ts'

/** Flags that say which target, columns and rows are meant. */
export interface ChoiceFlags {
  readonly target?: string
  readonly targetKind?: string
  readonly event?: string
  readonly weight?: string
  readonly columns?: string
  readonly exclude?: string
  readonly sample?: string
  readonly seed?: string
}

/** Gathers the values of a flag that may be repeated. */
export const collect = (value: string, previous: string[] | undefined): string[] => [...(previous ?? []), value]

/** `target: 'needed'` for commands that cannot do without one. */
export function addChoiceFlags(
  command: Command,
  verb: 'bin' | 'summarize',
  { target = 'optional' }: { readonly target?: 'optional' | 'needed' } = {},
): void {
  const words = ['-t, --target <column>', 'the column the bins should tell apart'] as const
  command.optionsGroup(`What to ${verb}:`)
  if (target === 'needed') command.requiredOption(...words)
  else command.option(...words)
  command
    .option('--target-kind <kind>', 'auto, class or numeric', 'auto')
    .option('--event <class>', 'the class that rates, WoE and IV speak of (default: the second of two)')
    .option('--weight <column>', 'column of row weights')
    .option('-c, --columns <list>', 'only these columns')
    .option('--exclude <list>', 'not these columns')
    .option('--sample <rows>', `${verb === 'bin' ? 'fit on' : 'summarize'} at most this many rows, drawn at random`)
    .option('--seed <number>', 'seed of the draw', '0')
}

/** The flags as a part of a request; everything that can be wrong without looking at the data is refused here. */
export function choiceRequest(flags: ChoiceFlags): FitRequest {
  const { targetKind = 'auto' } = flags
  if (targetKind !== 'auto' && targetKind !== 'class' && targetKind !== 'numeric') {
    throw new UsageError(`--target-kind takes auto, class or numeric, got ${JSON.stringify(targetKind)}`)
  }
  return {
    target: flags.target,
    targetKind,
    event: flags.event,
    weight: flags.weight,
    columns: flags.columns === undefined ? undefined : parseList(flags.columns),
    exclude: flags.exclude === undefined ? undefined : parseList(flags.exclude),
    sample: flags.sample === undefined ? undefined : parseInteger('--sample', flags.sample, 1),
    seed: parseInteger('--seed', flags.seed ?? '0', 0),
  }
}
