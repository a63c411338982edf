import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import type { Encoder } from '../../encoders/encoder.ts'
import { makeEncoder } from '../../encoders/make-encoder.ts'
import { encodings, findEncoding } from '../../encoders/all-encodings.ts'
import { parseRule } from '../../util/parse-rule.ts'
import { suggest } from '../../util/suggest.ts'
import { flagOf } from './parse-flags.ts'
import { UsageError } from '../exit.ts'

export interface EncodeFlags {
  readonly encode: string
  readonly dropFirst?: boolean
  readonly smoothing?: string
}

/** Forms that are bins themselves. */
const PLAIN = ['label', 'index'] as const

/** Encodings of one binning, which is what a command has. */
function forms(): string[] {
  return encodings().flatMap(({ name, several }) => (several ? [] : [name]))
}

/** `usual` is the form where none is asked for; bins themselves are offered only where they are. */
export function addEncodeFlags(command: Command, usual = 'label'): void {
  const plain: readonly string[] = usual === 'label' ? PLAIN : []
  command
    .option('--encode <form>', [...plain, ...forms()].join(', '), usual)
    .option('--drop-first', `${ownersOf('dropFirst').join(', ')}: leave out the first output of each column`)
    .option(
      '--smoothing <value>',
      `${ownersOf('smoothing').join(', ')}: ${findEncoding('woe').options['smoothing'].rule.words}`,
    )
}

function ownersOf(option: string): string[] {
  return forms().filter((name) => Object.hasOwn(findEncoding(name).options, option))
}

/** How bins are written: as they are, or by an encoder made from them. */
export function readForm(
  flags: EncodeFlags,
  binning: Binning,
): { as: 'label' | 'index'; encoder: Encoder | undefined } {
  const { encode, dropFirst, smoothing } = flags
  const plain = PLAIN.find((name) => name === encode)
  if (plain === undefined && !forms().includes(encode)) {
    const known = [...PLAIN, ...forms()]
    throw new UsageError(`--encode: unknown form ${JSON.stringify(encode)}${suggest(encode, known)}`)
  }
  const given = Object.entries({ dropFirst, smoothing }).filter(([, value]) => value !== undefined)
  const encoding = plain === undefined ? findEncoding(encode) : null
  const options: Record<string, unknown> = {}
  for (const [name, value] of given) {
    if (!ownersOf(name).includes(encode)) {
      throw new UsageError(`${flagOf(name)} is for --encode ${ownersOf(name).join(' or ')}, not for ${encode}`)
    }
    options[name] = typeof value === 'string' ? parseRule(encoding!.options[name].rule, value) : value
  }
  return {
    as: plain ?? 'label',
    encoder: encoding === null ? undefined : makeEncoder(binning, { ...options, encoding }),
  }
}
