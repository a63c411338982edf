import { signal, useSignal } from '@preact/signals'
import { binningTable, type CategoryColumn, hasCuts, slotLabels, type TableRow } from '../../../src/index.ts'
import { countText, percentText } from '../../../src/reports/index.ts'
import { target } from '../../state/store.ts'
import { seen } from './column-view.ts'
import { moveLevels } from './cut-actions.ts'
import { series } from './histogram.tsx'

/** Levels that are chosen to be moved together. */
const chosenLevels = signal<ReadonlySet<string>>(new Set())
/** The group that a dragged level is over. */
const over = signal<number | null>(null)

const MOST_GROUPS = 40
const MOST_LEVELS = 60

/** The groups of a category with their levels, which can be dragged from one to another, or moved by keys and menu. */
export function LevelBoard() {
  const column = seen.value
  const all = useSignal(false)
  if (column === null || hasCuts(column)) return null
  const table = binningTable(column, target.value)
  const most = Math.max(1, ...table.rows.map(({ weight }) => weight))
  const groups = column.bins.map((_, i) => i)
  return (
    <div class="board">
      <LevelMenu column={column} />
      <ul class="groups" aria-label="Groups of levels">
        {(all.value ? groups : groups.slice(0, MOST_GROUPS)).map((i) => (
          <Group key={i} column={column} at={i} row={table.rows[i]} most={most} event={table.event} />
        ))}
        <li class={`group new${over.value === column.bins.length ? ' over' : ''}`} data-group={column.bins.length}>
          drop a level here for a group of its own
        </li>
      </ul>
      {groups.length > MOST_GROUPS && (
        <button type="button" class="quiet" onClick={() => (all.value = !all.value)}>
          {all.value ? 'Show fewer' : `Show all ${countText(groups.length)} groups`}
        </button>
      )}
    </div>
  )
}

/** Moves the chosen levels without a mouse. */
function LevelMenu({ column }: { readonly column: CategoryColumn }) {
  const chosen = [...chosenLevels.value].filter((level) => column.bins.some(({ levels }) => levels.includes(level)))
  const labels = slotLabels(column)
  const move = (text: string): void => {
    if (text !== '') moveLevels(chosen, Number(text))
    chosenLevels.value = new Set()
  }
  return (
    <p class="levelmenu">
      <label>
        {chosen.length === 0
          ? 'Choose levels, then'
          : `${chosen.length === 1 ? chosen[0] : `${chosen.length} levels`}:`}{' '}
        <select disabled={chosen.length === 0} value="" onChange={({ currentTarget }) => move(currentTarget.value)}>
          <option value="">move to …</option>
          {labels.slice(0, column.bins.length).map((label, i) => (
            <option key={label} value={String(i)}>
              {label}
            </option>
          ))}
          <option value={String(column.bins.length)}>a new group</option>
        </select>
      </label>
      <span class="soft">Drag a level to another group, or press ← and → on it.</span>
    </p>
  )
}

interface GroupProps {
  readonly column: CategoryColumn
  readonly at: number
  readonly row: TableRow
  readonly most: number
  readonly event: string | null
}

function Group({ column, at, row, most, event }: GroupProps) {
  const { levels, label, name } = column.bins[at]
  const all = useSignal(false)
  let before = 0
  return (
    <li class={`group${over.value === at ? ' over' : ''}`} data-group={at} aria-label={`Group ${name ?? label}`}>
      <p class="grouphead">
        <b>{name ?? label}</b>
        <span class="soft">
          {countText(row.count)} rows
          {row.rate === null || row.weight === 0 ? '' : ` · ${percentText(row.rate)} are ${event}`}
        </span>
      </p>
      <svg class="groupbar" aria-hidden="true">
        {series.value.map((one) => {
          const x = before
          before += (100 * one.sizeOf(row.classes, row.weight)) / most
          return <rect key={one.fill} x={`${x}%`} width={`${before - x}%`} height="100%" fill={`url(#k${one.fill})`} />
        })}
      </svg>
      <div class="levels">
        {(all.value ? levels : levels.slice(0, MOST_LEVELS)).map((level) => (
          <Level key={level} level={level} at={at} groups={column.bins.length} />
        ))}
        {levels.length > MOST_LEVELS && !all.value && (
          <button type="button" class="quiet" onClick={() => (all.value = true)}>
            {countText(levels.length - MOST_LEVELS)} more
          </button>
        )}
      </div>
    </li>
  )
}

interface LevelProps {
  readonly level: string
  readonly at: number
  readonly groups: number
}

function Level({ level, at, groups }: LevelProps) {
  const press = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (step === undefined || at + step < 0) return
    event.preventDefault()
    event.stopPropagation()
    moveLevels([level], Math.min(groups, at + step))
    requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-level="${CSS.escape(level)}"]`)?.focus())
  }
  const toggle = (): void => {
    const next = new Set(chosenLevels.value)
    if (!next.delete(level)) next.add(level)
    chosenLevels.value = next
  }
  return (
    <button
      type="button"
      class="level-chip"
      data-level={level}
      aria-pressed={chosenLevels.value.has(level)}
      onClick={toggle}
      onKeyDown={press}
      onPointerDown={(event) => takeLevel(event, level, at)}
    >
      {level}
    </button>
  )
}

/** Pixels before a press becomes a drag. */
const SLACK = 5

/** Carries a level, and all that are chosen with it, to the group that it is let go over. */
function takeLevel(down: PointerEvent, level: string, from: number): void {
  if (down.button !== 0) return
  const chip = down.currentTarget as HTMLElement
  const ends = new AbortController()
  const { signal: until } = ends
  let moved = false
  chip.setPointerCapture(down.pointerId)
  const move = (event: PointerEvent): void => {
    const [x, y] = [event.clientX - down.clientX, event.clientY - down.clientY]
    if (!moved && Math.hypot(x, y) < SLACK) return
    moved = true
    chip.classList.add('carried')
    chip.style.transform = `translate(${x}px, ${y}px)`
    over.value = groupUnder(event)
  }
  const end = (act: () => void): void => {
    ends.abort()
    chip.classList.remove('carried')
    chip.style.transform = ''
    over.value = null
    if (moved) act()
  }
  const drop = (event: PointerEvent): void => {
    const goal = groupUnder(event)
    end(() => {
      // The click that follows a drag is none.
      chip.addEventListener('click', (click) => click.stopImmediatePropagation(), { capture: true, once: true })
      if (goal === null || goal === from) return
      const carried = chosenLevels.value.has(level) ? [...chosenLevels.value] : [level]
      chosenLevels.value = new Set()
      moveLevels(carried, goal)
    })
  }
  chip.addEventListener('pointermove', move, { signal: until })
  chip.addEventListener('pointerup', drop, { signal: until })
  chip.addEventListener('pointercancel', () => end(() => undefined), { signal: until })
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && end(() => undefined), { signal: until })
}

function groupUnder({ clientX, clientY }: PointerEvent): number | null {
  const found = document.elementsFromPoint(clientX, clientY).find((one) => one instanceof HTMLElement && one.dataset.group !== undefined) // prettier-ignore
  return found === undefined ? null : Number((found as HTMLElement).dataset.group)
}
