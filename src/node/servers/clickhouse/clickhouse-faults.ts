import { DataError } from '../../../errors.ts'
import type { ServerAddress } from '../server-address.ts'
import { networkFault, serverFault } from '../server-fault.ts'
import { ErrorInResult } from './native-blocks.ts'
import { UnknownNativeType } from './native-column.ts'

/** What a server writes: `Code: 47. DB::Exception: … (NAME) (version …)`, and before 20.x `Code: 47, e.displayText() = …`. */
const TOLD = /Code: (\d+)[.,].*?DB::Exception: (.*?)(?:, e\.what\(\).*|\s*\(version .*)?$/s

/** The name of an error at the end of its sentence. */
const NAME = /\.?\s*\(([A-Z][A-Z0-9_]{2,})\)\.?$/

/** What to do about some errors, by their number. */
const ADVICE: Readonly<Record<string, string>> = {
  '193': '; the password comes from the environment or a file',
  '516': '; the password comes from the environment or a file',
  '159': '; raise max_execution_time',
  '241': '; raise max_memory_usage, or count fewer columns at a time',
}

/** What servers say that do not know a function, or not all it can do today. */
const UNKNOWN = new Set(['43', '46'])

/** Servers of years before this lack functions that counting asks for; and one that has all of them. */
const OLD = 21
const TRIED = '26.7'

/** What to do about an error: what a function cannot do is most often a matter of age. */
function adviceOn(code: string, version: string | null): string {
  const old = version !== null && Number.parseInt(version, 10) < OLD
  if (!UNKNOWN.has(code) || !old) return ADVICE[code] ?? ''
  return `; the server is ClickHouse ${version}, which is too old to count there, and ${TRIED} is known to do`
}

/** An error of the client, or of the server behind it, in one sentence with its number. */
export function clickHouseFault(error: unknown, address: ServerAddress, version: string | null = null): DataError {
  // It was told in words where it happened.
  if (error instanceof DataError) return error
  if (error instanceof UnknownNativeType)
    return serverFault(address, `the result holds values of type ${error.message}; write toString(…) around them`)
  if (error instanceof ErrorInResult && error.message === '')
    return serverFault(address, 'the answer breaks off in the middle; run it again')
  const message = error instanceof Error ? error.message : String(error)
  const network = networkFault(error, address)
  if (network !== null) return serverFault(address, network)
  const { code, text } = toldBy(error, message)
  if (code === null) return serverFault(address, message.replace(/\.$/, ''))
  const name = NAME.exec(text)?.[1] ?? nameOf(error)
  const sentence = text.replace(NAME, '').replace(/[.\s]+$/, '')
  return serverFault(address, `${sentence} (code ${code}${name === null ? '' : `, ${name}`})${adviceOn(code, version)}`)
}

function toldBy(error: unknown, message: string): { readonly code: string | null; readonly text: string } {
  const found = TOLD.exec(message)
  if (found !== null) return { code: found[1], text: found[2] }
  // The client takes errors of today's servers apart.
  const known = error instanceof Error && 'code' in error && typeof error.code === 'string' && /^\d+$/.test(error.code)
  return { code: known ? String(error.code) : null, text: message }
}

function nameOf(error: unknown): string | null {
  return error instanceof Error && 'type' in error && typeof error.type === 'string' ? error.type : null
}
