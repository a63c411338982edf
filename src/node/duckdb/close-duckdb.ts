import { closeDuckDb as close } from './connect.ts'

/**
 * Ends the embedded database, so that nothing of it is left. It is started again when needed, and ends with the process.
 * Apart from `connect.ts`, so that the types of `kerf/node` do not ask for those of the database.
 *
 *     // At the end of a program that filtered rows or read Parquet by SQL:
 *     await closeDuckDb()
 */
export async function closeDuckDb(): Promise<void> {
  await close()
}
