import { AbortError } from '../errors.ts'

/** Throws where a signal says stop; `where` is the function that was called. The reason of the signal is the cause. */
export function throwIfAborted(
  where: string,
  signal: { readonly aborted: boolean; readonly reason?: unknown } | undefined,
): void {
  if (signal?.aborted !== true) return
  const { reason } = signal
  const why = reason instanceof Error ? reason.message : reason
  const told = typeof why === 'string' ? ` (${why})` : ''
  throw new AbortError(`${where}: stopped by its signal${told}`, { code: 'aborted', cause: reason })
}
