import type { Binning } from '../binning/binning.ts'
import { fromJson } from '../binning/json.ts'
import { DataError, FormatError } from '../errors.ts'
import { readText } from './spec.ts'

/** A saved binning; what is wrong with the file is said with its name and the path of the bad field. */
export function loadBinning(path: string): Binning {
  try {
    return fromJson(readText(path))
  } catch (error) {
    if (error instanceof FormatError) throw new DataError(`${path} is not a usable binning: ${error.message}`)
    throw error
  }
}
