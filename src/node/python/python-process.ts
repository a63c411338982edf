import { isMainThread } from 'node:worker_threads'
import { answerMessages } from './answer-messages.ts'
import { standardPipe } from './byte-pipe.ts'
import { fillAsAsked, ReadAhead } from './read-ahead.ts'

// The last line on standard error is what the other side tells where this process ends early.
try {
  if (isMainThread) await answerMessages(standardPipe(), new ReadAhead(new URL(import.meta.url)))
  else fillAsAsked(standardPipe())
} catch (error) {
  process.stderr.write(`kerf: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
