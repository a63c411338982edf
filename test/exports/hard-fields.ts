import type { Encoder, EncoderField } from '../../src/encoders/index.ts'

export type NumberField = Extract<EncoderField, { readonly cuts: unknown }>
/** Where the bins of a field begin and end, and what else differs. */
export type Given = Partial<NumberField> & Pick<NumberField, 'cuts' | 'ends'>

const own = { policy: 'own', bin: null, stand: null } as const
export const far: number = Number.MAX_VALUE

/** Ends and cuts at which doubles overflow, vanish, or leave a bin no width. */
export const HARD: Readonly<Record<string, Given>> = {
  'plain bins': { cuts: [2.5, 7], ends: [1, 9.75] },
  'bins from 0 on': { cuts: [0, 0.1], ends: [0, 3] },
  'bins around 0': { cuts: [0], ends: [-2, 3] },
  'the smallest numbers': { cuts: [1e-310], ends: [-5e-324, 1e-300] },
  'differences that overflow': { cuts: [-1e308, 1e308], ends: [-far, far] },
  'a wide bin beside a narrow one': { cuts: [1e-200], ends: [0, far] },
  'bins far from 0': { cuts: [1.01e300], ends: [1e300, 1.1e300] },
  'shares of single precision with few digits': { cuts: [], ends: [-(2 ** 840), 2 ** 970] },
  'a lower end far above 0, where shares of either sign round to 0': { cuts: [], ends: [2 ** 840, 2 ** 970] },
  'ends without a width': { cuts: [2, 5], ends: [2, 5] },
  'one number': { cuts: [], ends: [4, 4] },
  'one bin': { cuts: [], ends: [-3, 4] },
  'a cut at the largest number': { cuts: [-far, far], ends: [-far, far] },
  'codes that are sent to bins': {
    cuts: [2.5, 7],
    ends: [1, 9.75],
    missing: { policy: 'nearest', bin: 1, stand: 3.3, values: [-1] },
    special: [
      { policy: 'nearest', bin: 0, stand: 1.7, code: 0 },
      { ...own, code: 8 },
    ],
  },
}

/** A field of this form, with an output for each end or bin and for each code of its own. */
export function fieldOf(form: 'knots' | 'ramps', closed: 'left' | 'right', given: Given): EncoderField {
  const special = given.special ?? []
  const values = form === 'knots' ? given.cuts.length + 2 : given.cuts.length + 1
  const rules = [given.missing ?? own, ...special]
  let outputs = values
  const asides = rules.map(({ policy }) => (policy === 'own' ? outputs++ : -1))
  return {
    name: 'x',
    kind: 'number',
    closed,
    missing: { ...own, values: [] },
    special,
    form,
    outputs: Array.from({ length: outputs }, (_, i) => `output ${i}`),
    asides,
    dropFirst: false,
    values: null,
    ...given,
  }
}

function encoderOf(field: EncoderField): Encoder {
  return {
    format: 'kerf-encoder',
    version: 1,
    created: { kerf: '0', encoding: 'test', options: {} },
    target: null,
    fields: [field],
  }
}

/** Encoders of one field each that is hard to export, by name. */
export const hard: readonly [string, Encoder][] = Object.entries(HARD).flatMap(([name, given]) =>
  (['knots', 'ramps'] as const).flatMap((form) =>
    (['left', 'right'] as const).map((closed): [string, Encoder] => [
      `${form}, closed ${closed}: ${name}`,
      encoderOf(fieldOf(form, closed, given)),
    ]),
  ),
)
