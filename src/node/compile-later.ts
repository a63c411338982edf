import { setFlagsFromString } from 'node:v8'

/** How much code V8 runs before it optimizes a function, in bytes of its own; by itself it takes less than half of it. */
const BUDGET = 300_000

/**
 * Has V8 optimize fewer functions, and later. For a process that fits one table on several threads: each compiles the same
 * code for itself, on the processors that both of them want, and a third of the time went there. Later versions have a quick
 * compiler for what is not run for long, and are left alone.
 */
export function compileLater(): void {
  if (!process.versions.v8.startsWith('11.')) return
  try {
    setFlagsFromString(`--interrupt-budget=${BUDGET}`)
  } catch {
    // A runtime that is like Node has no such flag.
  }
}
