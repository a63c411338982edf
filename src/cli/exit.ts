/** Wrong use of the command line: the message names the flag or argument; exit code 2. */
export class UsageError extends Error {
  override name = 'UsageError'
}

/** A `--fail-on` that spoke: everything was printed, and the exit code is 3. */
export class VerdictError extends Error {
  override name = 'VerdictError'
}

/** Exit codes, as the contract has them. */
export const EXIT = { done: 0, data: 1, usage: 2, verdict: 3, interrupted: 130, terminated: 143 } as const
