/** Scenes of one page: more would make it large, and nobody looks at thousands. */
const MOST = 120

/** As much of a step as is needed to choose. */
export interface Kinded {
  readonly step: string
}

/** Steps that are shown: an index, or how many are passed over. */
export type Chosen = { readonly index: number } | { readonly from: number; readonly to: number }

/**
 * Which steps of a long trace are shown. Searches from the top decide most at first, so their first steps are; merging
 * decides most at last, so of it the first few, the last and some in between are. All of a short one.
 */
export function chooseSteps(steps: readonly Kinded[], most: number = MOST): Chosen[] {
  if (steps.length <= most) return steps.map((_, index) => ({ index }))
  const merges = steps.filter(({ step }) => step === 'merge' || step === 'prune').length > steps.length / 2
  const [head, tail] = merges ? [Math.floor(most / 8), Math.floor((most * 3) / 4)] : [most - 12, 10]
  const middle = merges ? Math.min(10, Math.floor((steps.length - head - tail) / 8)) : 0
  const kept = new Set<number>()
  for (let i = 0; i < head; i++) kept.add(i)
  for (let i = 0; i < tail; i++) kept.add(steps.length - 1 - i)
  const span = steps.length - head - tail
  for (let i = 1; i <= middle; i++) kept.add(head + Math.floor((i * span) / (middle + 1)))
  const order = [...kept].toSorted((a, b) => a - b)
  return order.flatMap((index, i): Chosen[] => {
    const before = i === 0 ? -1 : order[i - 1]
    return index - before > 1 ? [{ from: before + 1, to: index - 1 }, { index }] : [{ index }]
  })
}

/** What is passed over, in words: "1,204 merges", "3 parts and 2 splits". */
export function passedOver(steps: readonly Kinded[], from: number, to: number): string {
  const counts = new Map<string, number>()
  for (let i = from; i <= to; i++) counts.set(steps[i].step, (counts.get(steps[i].step) ?? 0) + 1)
  const names = [...counts].map(([kind, count]) => `${count.toLocaleString('en')} × ${kind}`)
  return names.join(', ')
}
