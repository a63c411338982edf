import { readSmallFile } from '../node/files/small-file.ts'

/** The text of a saved file or of settings; what goes wrong is said in words. */
export function readText(path: string): string {
  return readSmallFile(path).toString('utf8')
}
