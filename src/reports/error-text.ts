import { DataError } from '../errors.ts'
import { bareMessage } from '../util/called-as.ts'

/** Names of library functions mean nothing to those who did not call them. */
const FUNCTIONS =
  /(?<![\w-])(?:summarize|fitTable|fitSummaries|fitSaved|fit|merge|coarsen|recount|discretize|assign|edit|explain|trainTable|makeEncoder|rankColumns|compareMethods|compareDrift|drift|export|findMethod|findEncoding|methodsReport|findExportTarget|findTreeExportTarget|groupLevels|Stream|push|pushMany|chi2Table|summarizeLevels|fitSource|verifyBinning|diffBinnings|roundCuts): /

/**
 * What went wrong as a sentence for people, as the command line tells it: without the name of a function, with the place as
 * people count, rows of data from 1.
 *
 *     try {
 *       fit(['1', 'x'] as never)
 *     } catch (error) {
 *       console.log(errorText(error)) // → row 1 of the data: column must hold numbers, got "1"
 *     }
 */
export function errorText(error: unknown): string {
  const message = withoutFunction(error instanceof Error ? bareMessage(error) : String(error))
  return error instanceof Error ? placed(error, message) : message
}

/** The message without the name of the function that found it. */
export function withoutFunction(message: string): string {
  return message.replace(FUNCTIONS, '')
}

/** The message with its place as people count: the column's name, rows of data from 1. */
export function placed(error: Error, message: string): string {
  if (!(error instanceof DataError) || error.row === null) return message
  const place = `${error.column === null ? '' : `column ${JSON.stringify(error.column)}, `}row ${error.row + 1} of the data`
  const rest = message.replace(` at row ${error.row}`, '')
  const named = error.column === null ? '' : `column ${JSON.stringify(error.column)} `
  return `${place}: ${rest.startsWith(named) ? rest.slice(named.length) : rest}`
}
