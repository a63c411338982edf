import { DataError, KerfError, retell } from '../errors.ts'

/** What `work` gives. What it throws starts with the function that was called and names the column, where it has a name. */
export function withColumn<T>(where: string, name: string | null, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw aboutColumn(where, name, error)
  }
}

/** The error with the function that was called; a problem of the data names its column, wrong options name the method. */
export function aboutColumn(where: string, name: string | null, error: unknown): unknown {
  if (!(error instanceof KerfError)) return error
  const head = `${where}: `
  // Other functions cut by `discretize`.
  const told = error.message.replace(/^discretize: /, '')
  const rest = told.startsWith(head) ? told.slice(head.length) : told
  const meant = error instanceof DataError ? name : null
  const about = meant === null || error.column !== null ? '' : `column ${meant}: `
  return retell(error, head + about + rest, meant)
}
