import { writeFile } from 'node:fs/promises'
import { writeFileSafely } from '../../node/files/write-file.ts'

/** Saves a text completely or not at all; an existing file is replaced only with `force`. */
export async function saveText(path: string, text: string, force: boolean): Promise<void> {
  await writeFileSafely(path, async (temporary) => writeFile(temporary, text), { force })
}
