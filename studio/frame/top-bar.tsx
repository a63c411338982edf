import { chooseTarget } from '../state/open-file.ts'
import { opened, target } from '../state/store.ts'
import { lastStep, nextStep, redo, undo } from '../state/steps.ts'
import { TakeMenu } from '../take/take-menu.tsx'

/** What is open, the target, undo and redo. */
export function TopBar() {
  const file = opened.value
  return (
    <header class="top">
      <h1>Kerf Studio</h1>
      {file !== null && (
        <>
          <span>
            {file.name} · {file.rows.toLocaleString('en')} rows
          </span>
          <label>
            target{' '}
            <select
              value={target.value?.name ?? ''}
              onChange={({ currentTarget }) => void chooseTarget(currentTarget.value || null, null)}
            >
              <option value="">none</option>
              {file.columns.map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </label>
          <button type="button" disabled={lastStep.value === null} onClick={undo} title={lastStep.value?.words}>
            Undo
          </button>
          <button type="button" disabled={nextStep.value === null} onClick={redo} title={nextStep.value?.words}>
            Redo
          </button>
          <TakeMenu />
        </>
      )}
    </header>
  )
}
