import type { Table } from '../../types.ts'

/** The small tables that the documents print, by the names of the files that `kerf study numbers --tables` writes. */

const words = (text: string): string[] => text.split(' ')
type Words<Name extends string> = Readonly<Record<Name, readonly string[]>>
type Labelled = { readonly feature: readonly number[]; readonly output: readonly string[] }
const times = (count: number, value: number): number[] => Array<number>(count).fill(value)

/** Document 4: ten instances of three colours. */
export const COLOURS: Words<'colour' | 'target'> = {
  colour: Array.from('RRRRGGGGBB'),
  target: Array.from('aababaabab'),
}

/** Document 4: seven vehicles. */
export const VEHICLES: Words<'MOTOR' | 'Wheels' | 'Doors' | 'Size' | 'Efficiency'> = {
  MOTOR: words('no no yes yes yes yes yes'),
  Wheels: words('two three two four four four four'),
  Doors: words('none none none two three four four'),
  Size: words('small small small small medium medium large'),
  Efficiency: words('good bad good bad good good bad'),
}

/** Document 1: five rows, of which one value has both classes. */
export const FIVE: Labelled = { feature: [1, 1, 2, 3, 3], output: words('Yes Yes No Yes No') }

/** Document 1: four rows whose classes take turns. */
export const FOUR: Labelled = { feature: [1, 2, 3, 4], output: words('Yes No Yes No') }

/** Document 2: the numbers that are cut without a target. */
export const NUMBERS: { readonly x: readonly number[] } = {
  x: [...times(8, 0), ...times(7, 1), ...times(4, 2), 3, 4, 5, 10, 20, 40, 80, 100],
}

/** Document 2: where labels change. */
export const LABELLED: { readonly x: readonly number[]; readonly label: readonly string[] } = {
  x: [1, 1.4, 1.7, 2, 3, 7],
  label: Array.from('AAABBA'),
}

export const SMALL_TABLES: Readonly<Record<string, Table>> = {
  'colours.csv': COLOURS,
  'vehicles.csv': VEHICLES,
  'five.csv': FIVE,
  'four.csv': FOUR,
  'numbers.csv': NUMBERS,
  'labelled.csv': LABELLED,
}
