import { ArgumentError } from '../../errors.ts'
import type { StudyData } from '../id3.ts'

/** Public files that some of the numbers take: how they are called, and which of their columns are meant. */
export const PUBLIC_FILES = {
  occupancy: { file: 'occupancy.csv', target: 'Occupancy', without: ['date', 'part', 'file'], from: 'UCI, Occupancy Detection' },
  pima: { file: 'pima.csv', target: 'outcome', without: [], has: ['blood_pressure', 'skin_thickness'], from: 'UCI, Pima Indians Diabetes' },
  higgs: { file: 'higgs.csv', target: 'label', without: ['source'], from: 'UCI, HIGGS' },
  susy: { file: 'susy.csv', target: 'label', without: [], from: 'UCI, SUSY' },
} as const // prettier-ignore

export type PublicFile = keyof typeof PUBLIC_FILES

/** What numbers are made from. */
export interface Given {
  readonly iris: StudyData
  /** public files at hand */
  readonly files: Readonly<Partial<Record<PublicFile, StudyData>>>
  /** splits of the rows, where a document prints one */
  readonly splits: number
  /** draws of random rows, where a document prints one */
  readonly draws: number
  /** folder that keeps the results of long studies; null keeps none */
  readonly cache: string | null
  /** what is made once for several numbers */
  readonly once: <T>(name: string, make: () => T) => T
}

/** What comes with Kerf, and the files that were found. */
export function makeGiven(given: Pick<Given, 'iris'> & Partial<Omit<Given, 'once'>>): Given {
  const made = new Map<string, unknown>()
  return {
    files: {},
    splits: 20,
    draws: 200,
    cache: null,
    ...given,
    once: <T>(name: string, make: () => T): T => {
      if (!made.has(name)) made.set(name, make())
      return made.get(name) as T
    },
  }
}

/** The file that a number takes; only asked for where it is at hand. */
export function fileOf(given: Given, name: PublicFile): StudyData {
  const file = given.files[name]
  if (file === undefined)
    throw new ArgumentError(`studyNumbers: ${PUBLIC_FILES[name].file} must be given`, { code: 'bad-data' })
  return file
}
