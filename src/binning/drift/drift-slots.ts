import { populationStability } from '../../measures/psi.ts'
import type { Target } from '../../types.ts'
import type { Column, Counted } from '../binning.ts'
import { everySlot } from '../use/binning-table.ts'
import { rateChange } from './drift-rates.ts'
import type { ColumnDrift, SideCount, SlotDrift } from './drift-types.ts'
import { type DesignSides, shareRows } from './share-design.ts'

/** What the slots of a column are compared with. */
export interface SlotSides {
  readonly before: Column
  readonly now: Column
  /** the new rows that have a label; null without a target */
  readonly labelled: Column | null
  readonly target: Target | null
  readonly effects: DesignSides
}

/** Both countings of the bins, for people to look at: bins were chosen on the rows of the fit, so they are no judges. */
export function driftSlots(sides: SlotSides, smoothing: number): Pick<ColumnDrift, 'slots' | 'binsPsi'> {
  const { before, labelled, target, effects } = sides
  const [old, fresh] = [everySlot(before), everySlot(sides.now)].map((slots) => slots.map(({ counted }) => counted))
  const withLabels = labelled === null ? null : everySlot(labelled)
  const { psi, terms } = populationStability(shareRows(old), shareRows(fresh), {
    smoothing,
  })
  const [all, allNow] = [old, fresh].map((side) => side.reduce((sum, { count, weight = count }) => sum + weight, 0))
  const side = ({ count, weight = count }: Counted, total: number): SideCount => ({
    count,
    weight,
    share: total === 0 ? 0 : weight / total,
  })
  const slots = everySlot(before).map(({ label, counted }, i): SlotDrift => ({
    label,
    before: side(counted, all),
    now: side(fresh[i], allNow),
    psi: terms[i],
    rate: withLabels === null || target === null ? null : rateChange(counted, withLabels[i].counted, target, effects),
  }))
  const shown = slots.filter((slot, i) => i < before.bins.length || slot.before.count + slot.now.count > 0)
  return { slots: shown, binsPsi: psi }
}
