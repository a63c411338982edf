import { repairableFromJson, type Repairable } from '../../streams/repair/saved-model.ts'
import { readText } from '../read-text.ts'
import { reading } from './load-saved.ts'

/** Reads a saved tree or saved rules; what is wrong with the file is said with its name. */
export function loadRepairable(path: string): Repairable {
  const text = readText(path)
  return reading(path, 'tree or set of rules', () => repairableFromJson(text))
}
