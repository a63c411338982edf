import { filePieces } from './file-input.ts'
import type { FilePart } from './file-part.ts'
import { findParts } from './find-input.ts'
import { type InputPieces, isPipe, pipePieces, type Stop } from './stream-input.ts'
import type { StreamRequest } from './stream-settings.ts'
import type { StreamPlace } from './stream-state.ts'

/** What comes in, and for a file which one it is, and from where on. */
export interface OpenInput {
  readonly pieces: InputPieces
  readonly part: FilePart | null
}

/** Opens the input of a stream where a state says that it goes on; null for a stream that begins. */
export async function openInput(request: StreamRequest, place: StreamPlace | null, stop: Stop): Promise<OpenInput> {
  const { data, input, follow, state = '' } = request
  if (data === '-' || input !== undefined || (await isPipe(data)))
    return { pieces: pipePieces(data, input), part: null }
  const tell = (message: string): void => request.onNote({ code: 'input', message })
  const known = place === null ? null : place.inputs
  const parts = await findParts(data, { known, offset: place?.offset ?? 0, state, follow, tell })
  const pieces = filePieces(data, parts, { follow, stop, tell })
  // A file announces itself before its bytes; from then on the pieces close it.
  await pieces.next()
  return { pieces, part: parts[0] }
}
