import { VERSION } from '../../binning/binning.ts'
import { errorToJson } from '../../errors.ts'
import type { Field } from '../../util/saved-json.ts'
import type { BytePipe } from './byte-pipe.ts'
import { fitSent } from './fit-sent.ts'
import { readHeader, sendMessage } from './message-frame.ts'
import type { ReadAhead } from './read-ahead.ts'
import { SentValues } from './sent-columns.ts'

/**
 * Answers messages until no more come. What is wrong with a request is the answer to it, as `error`; where the bytes are no
 * messages, there is an error, since nobody knows where the next one begins. With `ahead` large columns are read while others
 * are fitted.
 */
export async function answerMessages(pipe: BytePipe, ahead?: ReadAhead): Promise<void> {
  for (let header = readHeader(pipe); header !== null; header = readHeader(pipe)) {
    sendMessage(pipe, await answer(header, pipe, ahead))
  }
}

async function answer(header: Field, pipe: BytePipe, ahead: ReadAhead | undefined): Promise<object> {
  const ask = header.get('ask').oneOf('hello', 'fit')
  if (ask === 'hello') return { kerf: VERSION }
  const sent = new SentValues(pipe, header, ahead)
  try {
    return await fitSent(header, sent)
  } catch (error) {
    return { error: JSON.parse(errorToJson(error)) as object }
  } finally {
    // Whatever went wrong, the next message begins behind the values of this one.
    sent.drain()
  }
}
