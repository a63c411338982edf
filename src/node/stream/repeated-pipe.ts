import { DataError } from '../../errors.ts'
import { type InputPlace, markOf } from './input-identity.ts'
import { firstBytes, type FirstBytes, type InputPieces } from './stream-input.ts'

/** Which of the inputs of a state comes again from its beginning, by its first bytes, which are read. */
export async function findRepeated(
  pieces: InputPieces,
  inputs: readonly InputPlace[],
  state: string,
): Promise<{ readonly known: InputPlace; readonly first: FirstBytes }> {
  const most = Math.max(...inputs.map(({ head }) => head.bytes))
  const first = await firstBytes(pieces, ({ length }) => length >= most)
  const begins = ({ head }: InputPlace): boolean => {
    const bytes = first.bytes.subarray(0, head.bytes)
    return bytes.length === head.bytes && markOf(bytes).hash === head.hash
  }
  // What was read last is what a process that was ended reads again.
  const known = inputs.findLast(begins)
  if (known !== undefined) return { known, first }
  const which = inputs.length === 1 ? 'the input' : `any of the ${inputs.length} inputs`
  throw new DataError(
    `standard input does not begin as ${which} that ${state} knows, so it is not known which rows to skip; send it from its beginning, or leave out --resume to count its rows after the others`,
  )
}
