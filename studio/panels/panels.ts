import type { ComponentType } from 'preact'

/** A view of the data: its name in the address, what people read, the key that opens it, and its code. */
export interface Panel {
  readonly id: string
  readonly title: string
  readonly key: string
  readonly load: () => Promise<ComponentType>
}

/** The panels in the order of the tabs. */
export const PANELS: readonly Panel[] = [
  {
    id: 'column',
    title: 'Column',
    key: 'c',
    load: () => import('./column/column-panel.tsx').then(({ ColumnPanel }) => ColumnPanel),
  },
  {
    id: 'drift',
    title: 'Drift',
    key: 'd',
    load: () => import('./drift/drift-panel.tsx').then(({ DriftPanel }) => DriftPanel),
  },
]
