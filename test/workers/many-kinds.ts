import { caim, chiMerge, equalFrequency, equalWidth, type FitTableOptions, mdlp, random } from '../../src/index.ts'
import type { AnyDiscretizer } from '../../src/discretizers/discretizer.ts'
import type { Table } from '../../src/types.ts'

/** A table of every kind of column there is, and options that use several methods on it. */
export function manyKinds(rows: number, seed: number): { table: Table; options: FitTableOptions } {
  const { next, normal } = random(seed)
  const make = <T>(value: () => T): T[] => Array.from({ length: rows }, value)
  const normals = Float64Array.from({ length: rows }, normal)
  const shared = new Float64Array(new SharedArrayBuffer(rows * 8))
  for (let row = 0; row < rows; row++) shared[row] = next() * 10
  const table = {
    normals,
    text: make(() => `level ${Math.floor(next() * 4)}`),
    shared,
    gaps: make(() => (next() < 0.1 ? null : Math.round(next() * 50))),
    truth: make(() => next() < 0.5),
    singles: Float32Array.from({ length: rows }, normal),
    whole: Int32Array.from({ length: rows }, () => Math.floor(next() * 300)),
    dates: make(() => (next() < 0.05 ? null : new Date(1.6e12 + Math.floor(next() * 1e3) * 864e5))),
    codes: Float64Array.from({ length: rows }, () => (next() < 0.1 ? -9 : next() * 5)),
    infinite: Float64Array.from({ length: rows }, () => (next() < 0.01 ? Infinity : next() < 0.01 ? NaN : -normal())),
    constant: new Float64Array(rows).fill(7),
    y: Array.from(normals, (x) => (next() < (x > 0.2 ? 0.75 : 0.3) ? 'yes' : 'no')),
  }
  const method = (of: object): AnyDiscretizer => of as AnyDiscretizer
  const options: FitTableOptions = {
    target: 'y',
    perColumn: {
      shared: { method: method(equalWidth), bins: 7, closed: 'right' },
      gaps: { method: method(chiMerge) },
      whole: { method: method(caim) },
      singles: { method: method(equalFrequency), preset: 'numpy', bins: 5 },
      codes: { special: [-9], readable: true },
      // A method that is in no registry stays with the thread that asks.
      infinite: { method: { ...method(mdlp), about: 'a copy' } },
    },
  }
  return { table: table, options }
}
