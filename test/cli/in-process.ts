import { ioOf } from '../../src/cli/io.ts'
import { programFor } from '../../src/cli/program.ts'

/** What a command printed, and what it threw. */
export interface Told {
  readonly out: string
  readonly err: string
  readonly error: Error | null
}

/** Runs a command in this process; what it printed. What it throws is thrown. */
export async function printed(...args: string[]): Promise<{ out: string; err: string }> {
  const { out, err, error } = await told(args)
  if (error !== null) throw error
  return { out, err }
}

/** Runs a command in this process, without a terminal; what it throws is given back, not told. */
export async function told(args: readonly string[], { color = false } = {}): Promise<Told> {
  let [out, err] = ['', '']
  const io = ioOf({
    writeOut: (text) => void (out += text),
    writeErr: (text) => void (err += text),
    color,
    width: 100,
    progress: false,
  })
  try {
    const program = await programFor(args, io)
    await program.parseAsync(args, { from: 'user' })
    return { out, err, error: null }
  } catch (error) {
    return { out, err, error: error as Error }
  }
}
