import type { Target } from '../types.ts'

/** The class rates speak of: the event asked for, or the second of two classes. */
export function eventClass(target: Target | null): string | null {
  if (target?.kind !== 'class') return null
  return target.event ?? (target.classes.length === 2 ? target.classes[1] : null)
}
