import { type KernelModule, loadKernel } from './kernel-module.ts'

/**
 * A place for a module between searches that come one after the other, as for the columns of a table: what one gives back the
 * next one takes, with the memory it has, since fresh memory costs as much as the work in it. An engine may let go of it.
 */
export interface LentKernel<Functions> {
  idle: WeakRef<KernelModule<Functions>> | null
}

/** A module for this caller alone, from its bytes as text; null where WebAssembly cannot be had. */
export function takeKernel<Functions>(lent: LentKernel<Functions>, text: string): KernelModule<Functions> | null {
  const idle = lent.idle?.deref()
  lent.idle = null
  return idle ?? loadKernel(text)
}

/** Whoever gives a module back reads nothing from its memory any more. */
export function giveBack<Functions>(lent: LentKernel<Functions>, kernel: KernelModule<Functions>): void {
  lent.idle = new WeakRef(kernel)
}
