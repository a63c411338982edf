import { hasCuts } from '../../src/index.ts'
import { MiniChart } from '../parts/mini-chart.tsx'
import {
  type ListedColumn,
  listed,
  measures,
  query,
  rankedBy,
  selected,
  sheet,
  toggle,
  unfolded,
} from '../state/overview.ts'
import { columns, shown, target } from '../state/store.ts'
import { ListLegend } from './list-legend.tsx'
import { chooseColumn } from './keys.ts'
import { NotesFold } from './notes-fold.tsx'

/** All columns as small pictures, those that tell most first; a sheet from the bottom on a small screen. */
export function ColumnList() {
  const { telling, nothing } = listed.value
  return (
    <>
      <button
        type="button"
        class="sheet-button"
        aria-expanded={sheet.value}
        onClick={() => (sheet.value = !sheet.value)}
      >
        <span>{shown.value?.name}</span> {sheet.value ? 'close ▾' : `${columns.value.length} columns ▴`}
      </button>
      <nav aria-label="Columns" class="columns" data-open={sheet.value}>
        <ListTools />
        <ListLegend />
        <ul>
          {telling.map((one) => (
            <Item key={one.name} {...one} />
          ))}
        </ul>
        {telling.length + nothing.length === 0 && <p class="soft">No column is called that.</p>}
        {nothing.length > 0 && (
          <>
            <button
              type="button"
              class="fold quiet"
              aria-expanded={unfolded.value}
              onClick={() => (unfolded.value = !unfolded.value)}
            >
              {unfolded.value ? '▾' : '▸'} {nothing.length} {nothing.length === 1 ? 'tells' : 'tell'} nothing
            </button>
            {unfolded.value && (
              <ul>
                {nothing.map((one) => (
                  <Item key={one.name} {...one} />
                ))}
              </ul>
            )}
          </>
        )}
        <NotesFold />
      </nav>
    </>
  )
}

function ListTools() {
  const ticked = selected.value.size
  return (
    <div class="list-tools">
      <input
        type="search"
        placeholder="find…"
        aria-label="Find a column"
        value={query.value}
        onInput={({ currentTarget }) => (query.value = currentTarget.value)}
      />
      <label>
        <span class="unseen">ranked by</span>
        <select
          aria-label="Ranked by"
          value={
            measures.value.some(({ id }) => id === rankedBy.value) || rankedBy.value === 'name'
              ? rankedBy.value
              : 'order'
          }
          onChange={({ currentTarget }) => (rankedBy.value = currentTarget.value)}
        >
          {measures.value.map(({ id, title }) => (
            <option key={id} value={id}>
              by {title}
            </option>
          ))}
          <option value="name">by name</option>
          <option value="order">as in the file</option>
        </select>
      </label>
      {ticked > 0 && (
        <p class="ticked">
          {ticked} selected{' '}
          <button type="button" class="quiet" onClick={() => (selected.value = new Set())}>
            none
          </button>
        </p>
      )}
    </div>
  )
}

function Item({ name, shown: { column }, text, part, touched }: ListedColumn) {
  const isShown = shown.value?.name === name
  const bins = hasCuts(column) ? column.cuts.length + 1 : column.bins.length
  const word = hasCuts(column) ? 'bin' : 'level'
  return (
    <li class="item" data-shown={isShown}>
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={`Select ${name}`}
        checked={selected.value.has(name)}
        onChange={() => toggle(name)}
      />
      <button
        type="button"
        data-column={name}
        tabIndex={isShown ? 0 : -1}
        aria-current={isShown ? 'true' : undefined}
        onClick={() => chooseColumn(name)}
      >
        <span class="line">
          <span class="name" title={name}>
            {name}
          </span>
          {touched && (
            <span class="touched" title="changed by hand">
              <span class="unseen">changed by hand</span>
            </span>
          )}
          <span class="facts">
            {bins} {bins === 1 ? word : `${word}s`}
          </span>
          <span class="value">{text}</span>
        </span>
        <span class="meter" aria-hidden="true">
          <span style={{ width: `${Math.round(part * 100)}%` }} />
        </span>
        <MiniChart column={column} target={target.value} />
      </button>
    </li>
  )
}
