import type { Command } from 'commander'
import type { Binning } from '../../binning/binning.ts'
import type { AnyEncoding, Encoder } from '../../encoders/encoder.ts'
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

function forms(): string[] {
  return encodings().map(({ name }) => name)
}

/** Whether the form asked for takes several binnings of the same columns. */
export function takesSeveral({ encode }: EncodeFlags): boolean {
  return encodings().some(({ name, several }) => several && name === encode)
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

/** The form asked for and its options; what makes no sense is refused without a look at any data. */
export function checkForm(flags: EncodeFlags): {
  readonly plain: (typeof PLAIN)[number] | null
  readonly encoding: AnyEncoding | null
  readonly options: Readonly<Record<string, unknown>>
} {
  const { encode, dropFirst, smoothing } = flags
  const plain = PLAIN.find((name) => name === encode) ?? null
  if (plain === null && !forms().includes(encode)) {
    const known = [...PLAIN, ...forms()]
    throw new UsageError(`--encode: unknown form ${JSON.stringify(encode)}${suggest(encode, known)}`)
  }
  const given = Object.entries({ dropFirst, smoothing }).filter(([, value]) => value !== undefined)
  const encoding = plain === null ? findEncoding(encode) : null
  const options: Record<string, unknown> = {}
  for (const [name, value] of given) {
    if (!ownersOf(name).includes(encode)) {
      throw new UsageError(`${flagOf(name)} is for --encode ${orText(ownersOf(name))}, not for ${encode}`)
    }
    options[name] = typeof value === 'string' ? parseRule(encoding!.options[name].rule, value) : value
  }
  return { plain, encoding, options }
}

function orText(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`
}

/** How bins are written: as they are, or by an encoder made from them; only some forms take several binnings. */
export function readForm(
  flags: EncodeFlags,
  binnings: readonly Binning[],
): { as: 'label' | 'index'; encoder: Encoder | undefined } {
  const { plain, encoding, options } = checkForm(flags)
  return {
    as: plain ?? 'label',
    encoder: encoding === null ? undefined : makeEncoder(binnings, { ...options, encoding }),
  }
}
