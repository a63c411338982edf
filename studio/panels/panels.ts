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
    id: 'follow',
    title: 'Follow',
    key: 'f',
    load: () => import('./follow/follow-panel.tsx').then(({ FollowPanel }) => FollowPanel),
  },
  {
    id: 'tree',
    title: 'Tree',
    key: 't',
    load: () => import('./tree/tree-panel.tsx').then(({ TreePanel }) => TreePanel),
  },
  {
    id: 'card',
    title: 'Scorecard',
    key: 'k',
    load: () => import('./card/card-panel.tsx').then(({ CardPanel }) => CardPanel),
  },
  {
    id: 'ranges',
    title: 'Ranges',
    key: 'e',
    load: () => import('./ranges/ranges-panel.tsx').then(({ RangesPanel }) => RangesPanel),
  },
  {
    id: 'stream',
    title: 'Stream',
    key: 'r',
    load: () => import('./stream/stream-panel.tsx').then(({ StreamPanel }) => StreamPanel),
  },
  {
    id: 'drift',
    title: 'Drift',
    key: 'd',
    load: () => import('./drift/drift-panel.tsx').then(({ DriftPanel }) => DriftPanel),
  },
]
