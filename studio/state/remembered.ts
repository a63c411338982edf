import type { Signal } from '@preact/signals'

/** What a project file can keep of a setting. */
export type Plain = string | number | boolean | null

interface Kept {
  readonly read: () => Plain
  readonly put: (value: Plain) => void
}

const kept = new Map<string, Kept>()
/** Settings of a project whose panel is not loaded yet. */
const waiting = new Map<string, Plain>()

/**
 * Has project files keep a setting of a panel, such as its scale: `remember('scale', scale, SCALES)`. A value that is none of
 * `allowed` is not taken over.
 */
export function remember<T extends Plain>(name: string, setting: Signal<T>, allowed: (value: Plain) => boolean): void {
  const put = (value: Plain): void => {
    if (allowed(value)) setting.value = value as T
  }
  kept.set(name, { read: () => setting.peek(), put })
  const value = waiting.get(name)
  if (value !== undefined) put(value)
  waiting.delete(name)
}

/** All settings by name. */
export function remembered(): Readonly<Record<string, Plain>> {
  return {
    ...Object.fromEntries(waiting),
    ...Object.fromEntries(Array.from(kept, ([name, { read }]) => [name, read()])),
  }
}

/** Takes the settings of a project over; those of panels that are not loaded yet wait for them. */
export function recall(settings: Readonly<Record<string, Plain>>): void {
  waiting.clear()
  for (const [name, value] of Object.entries(settings)) {
    const known = kept.get(name)
    if (known === undefined) waiting.set(name, value)
    else known.put(value)
  }
}
