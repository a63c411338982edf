import { useSignal } from '@preact/signals'
import type { ComponentChild } from 'preact'
import {
  type BinningTable,
  type Column,
  type Missing,
  type Policy,
  slotLabels,
  type Special,
  type TableRow,
} from '../../../src/index.ts'
import { countText } from '../../../src/reports/index.ts'
import { target } from '../../state/store.ts'
import { asides } from './chart-frame.ts'
import { setPolicy } from './cut-actions.ts'

interface LinesProps {
  readonly column: Column
  readonly table: BinningTable
  readonly width: number
  readonly cells: (row: TableRow) => ComponentChild[]
}

/** Missing values and special codes: their numbers where they stand alone, and what becomes of them. */
export function PolicyLines({ column, table, width, cells }: LinesProps) {
  if (asides.value.length === 0) return null
  const alone = table.rows.slice(column.bins.length)
  return (
    <tbody class="asides">
      {asides.value.map(({ name, of, counted }) => {
        const row = alone.find(({ label }) => label === (of === 'missing' ? 'missing' : `special ${of}`))
        return (
          <tr key={name}>
            <td />
            <th class="t" scope="row">
              {of === 'missing' ? 'missing' : `special ${of}`}{' '}
              <PolicyChoice of={of} own={counted as Missing | Special} column={column} />
            </th>
            {row === undefined || counted.bin !== null ? (
              <td colSpan={width} class="t soft">
                {countText(counted.count)} rows, counted with {slotLabels(column)[counted.bin ?? 0]}
              </td>
            ) : (
              // oxlint-disable-next-line react/no-array-index-key -- cells have the order of the heads
              cells(row).map((cell, i) => <td key={i}>{cell}</td>)
            )}
          </tr>
        )
      })}
    </tbody>
  )
}

interface ChoiceProps {
  readonly of: 'missing' | number
  readonly own: Missing | Special
  readonly column: Column
}

function PolicyChoice({ of, own, column }: ChoiceProps) {
  const fault = useSignal('')
  const labels = slotLabels(column)
  const choose = (text: string): void => {
    fault.value = ''
    const policy: Policy = text === 'own' || text === 'nearest' || text === 'error' ? text : Number(text)
    try {
      setPolicy(of, policy)
    } catch (error) {
      fault.value = (error as Error).message
    }
  }
  const what = of === 'missing' ? 'missing values' : `special ${of}`
  return (
    <>
      <select
        aria-label={`What becomes of ${what}`}
        value={own.policy === 'bin' ? String(own.bin) : own.policy}
        onChange={({ currentTarget }) => {
          choose(currentTarget.value)
          if (fault.value !== '') currentTarget.value = own.policy === 'bin' ? String(own.bin) : own.policy
        }}
      >
        <option value="own">a bin of their own</option>
        <option value="nearest" disabled={target.value === null}>
          to the bin most like them
        </option>
        <option value="error">refused</option>
        {column.bins.slice(0, 40).map((bin, i) => (
          <option key={bin.label} value={String(i)}>
            to {labels[i]}
          </option>
        ))}
      </select>
      {fault.value !== '' && (
        <small class="fault" role="alert">
          {fault.value}
        </small>
      )}
    </>
  )
}
