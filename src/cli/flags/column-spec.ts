import { readFileSync } from 'node:fs'
import type { ColumnFit } from '../../binning/fit/fit-column.ts'
import { DataError, FormatError } from '../../errors.ts'
import { parseJson } from '../../util/saved-json.ts'
import { methodNamed } from './method-flags.ts'

/**
 * Reads `--spec`: column → method and options, as in `{ "age": { "method": "fixed", "cuts": [18, 30] } }`. The options
 * themselves are checked by the method.
 */
export function readSpec(path: string): Record<string, ColumnFit> {
  const spec: Record<string, ColumnFit> = {}
  try {
    const root = parseJson(readText(path))
    for (const name of Object.keys(root.record())) {
      const { method, ...options } = root.get(name).record()
      const named = method === undefined ? undefined : methodNamed(root.get(name).get('method').text())
      spec[name] = { ...options, ...(named === undefined ? {} : { method: named }) }
    }
  } catch (error) {
    if (error instanceof FormatError) throw new FormatError('', `${path}: ${error.message}`)
    throw error
  }
  return spec
}

/** The text of a small file; what goes wrong is said in words. */
export function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const why =
      code === 'ENOENT'
        ? 'there is no such file'
        : code === 'EISDIR'
          ? 'it is a folder'
          : code === 'EACCES'
            ? 'it may not be read'
            : `it cannot be read (${code})`
    throw new DataError(`${path}: ${why}`)
  }
}
