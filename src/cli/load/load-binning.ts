import type { Binning } from '../../binning/binning.ts'
import { binningFromJson } from '../../binning/binning-json.ts'
import { reading } from './load-saved.ts'
import { readText } from '../read-text.ts'

/** A saved binning; what is wrong with the file is said with its name and the path of the bad field. */
export function loadBinning(path: string): Binning {
  const text = readText(path)
  return reading(path, 'binning', () => binningFromJson(text))
}
