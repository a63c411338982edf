import { type KernelModule, loadKernel } from './kernel-module.ts'

/**
 * A place for a module between searches that come one after the other, as for the columns of a table: what one gives back the
 * next one takes, with the memory it has, since fresh memory costs as much as the work in it. An engine may let go of it, but
 * not of those that were given back last.
 */
export interface LentKernel<Functions> {
  idle: WeakRef<KernelModule<Functions>> | null
}

/** So many bytes of memory are kept from search to search, in all modules together. */
const MOST_KEPT = 67_108_864

/**
 * The modules given back last, which no collection takes away: each would be made again at once, and the memory it takes then
 * brings the next collection nearer.
 */
let kept: KernelModule<unknown>[] = []

/** A module for this caller alone, from its bytes as text; null where WebAssembly cannot be had. */
export function takeKernel<Functions>(lent: LentKernel<Functions>, text: string): KernelModule<Functions> | null {
  const idle = lent.idle?.deref()
  lent.idle = null
  if (idle !== undefined) kept = kept.filter((kernel) => kernel !== idle)
  return idle ?? loadKernel(text)
}

/** Whoever gives a module back reads nothing from its memory any more. */
export function giveBack<Functions>(lent: LentKernel<Functions>, kernel: KernelModule<Functions>): void {
  lent.idle = new WeakRef(kernel)
  let bytes = 0
  kept = [kernel, ...kept.filter((other) => other !== kernel)].filter(
    ({ buffer }) => (bytes += buffer.byteLength) <= MOST_KEPT,
  )
}
