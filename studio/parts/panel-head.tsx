import type { ComponentChildren } from 'preact'

/** What stands at the top of a panel: what it shows, and a line of facts below. */
export function PanelHead({
  title,
  about,
  children,
}: {
  readonly title: ComponentChildren
  readonly about?: ComponentChildren
  readonly children?: ComponentChildren
}) {
  return (
    <header class="panel-head">
      <div>
        <h2>{title}</h2>
        {about !== undefined && <p class="soft">{about}</p>}
      </div>
      {children !== undefined && <div class="panel-controls">{children}</div>}
    </header>
  )
}

/** Why a panel has nothing to show, and what to do. */
export function Instead({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="instead" role="status">
      {children}
    </p>
  )
}

/** A thin line that moves while the worker is at work; it takes no room, so nothing jumps. */
export function WorkingLine({ part }: { readonly part: number | null }) {
  return (
    <div class="working-line" aria-hidden="true" data-on={part === null ? undefined : ''}>
      <span style={{ width: `${part === null || part === 0 ? 100 : Math.max(4, part * 100)}%` }} />
    </div>
  )
}

/** A choice of a few, with its name before it. */
export function Choice<T extends string>({
  label,
  value,
  options,
  onChoose,
}: {
  readonly label: string
  readonly value: T
  readonly options: readonly (readonly [value: T, words: string])[]
  readonly onChoose: (value: T) => void
}) {
  return (
    <label class="choice">
      <span>{label}</span>
      <select value={value} onChange={({ currentTarget }) => onChoose(currentTarget.value as T)}>
        {options.map(([one, words]) => (
          <option key={one} value={one}>
            {words}
          </option>
        ))}
      </select>
    </label>
  )
}
