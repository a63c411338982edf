import type { ReadOptions } from './source.ts'

/** Opens a file from its start; may be called again. */
export type OpenFile = () => AsyncIterable<Uint8Array>

/** How a file is read, and what it is called. */
export interface FileOptions extends ReadOptions {
  /** what messages call the file */
  readonly name: string
  /** bytes in all, for `onProgress`, which is not called without */
  readonly size?: number | undefined
}

/** Tells `onProgress` how far a reader is. */
export function tellProgress({ size, onProgress }: FileOptions, bytes: number): void {
  if (size !== undefined) onProgress?.(Math.min(1, bytes / Math.max(1, size)))
}
