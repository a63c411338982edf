import { answerMessages } from './answer-messages.ts'
import { standardPipe } from './byte-pipe.ts'

// The last line on standard error is what the other side tells where this process ends early.
try {
  await answerMessages(standardPipe())
} catch (error) {
  process.stderr.write(`kerf: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
