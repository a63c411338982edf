import { LazyPart } from '../parts/lazy-part.tsx'
import { chooseEvent, chooseTarget } from '../state/open-file.ts'
import { canCut, columnsForAll, commonMethod, cutAll, methodsForAll } from '../state/method-for-all.ts'
import { selected } from '../state/overview.ts'
import { opened, target } from '../state/store.ts'
import { lastStep, nextStep, redo, undo } from '../state/steps.ts'
import { chooseFiles } from './file-input.tsx'
import { help } from './help-dialog.tsx'
import { ThemeButton } from './theme-button.tsx'

const loadTakeMenu = () => import('../take/take-menu.tsx').then(({ TakeMenu }) => TakeMenu)

/** What is open, target and event, the method for all, undo and redo, and what is taken away. */
export function TopBar() {
  const file = opened.value
  return (
    <header class="top">
      <h1>
        <span class="mark" aria-hidden="true" />
        <span class="title">Kerf Studio</span>
      </h1>
      {file !== null && (
        <>
          <span class="file" title={file.name}>
            <b>{file.name}</b>
            <span>
              <span class="unseen"> · </span>
              {file.rows.toLocaleString('en')} rows
            </span>
          </span>
          <TargetChoice />
          <MethodChoice />
          <span class="group steps">
            <button
              type="button"
              class="quiet"
              aria-label="Undo"
              title={lastStep.value === null ? 'Undo (Z)' : `Undo: ${lastStep.value.words} (Z)`}
              disabled={lastStep.value === null}
              onClick={undo}
            >
              ↶
            </button>
            <button
              type="button"
              class="quiet"
              aria-label="Redo"
              title={nextStep.value === null ? 'Redo (Shift Z)' : `Redo: ${nextStep.value.words} (Shift Z)`}
              disabled={nextStep.value === null}
              onClick={redo}
            >
              ↷
            </button>
          </span>
          <LazyPart load={loadTakeMenu} />
        </>
      )}
      <span class="group end">
        {file !== null && (
          <button type="button" class="quiet" title="Open another file (O)" onClick={chooseFiles}>
            Open
          </button>
        )}
        <button type="button" class="quiet" aria-label="Help" title="Keys (?)" onClick={() => (help.value = true)}>
          ?
        </button>
        <ThemeButton />
      </span>
    </header>
  )
}

function TargetChoice() {
  const file = opened.value!
  const now = target.value
  const given = file.holds !== 'rows'
  // Of two classes the second is spoken of where none was chosen.
  const event = now?.kind !== 'class' ? null : (now.event ?? (now.classes.length === 2 ? now.classes[1] : null))
  return (
    <span class="group">
      <label>
        target{' '}
        <select
          value={now?.name ?? ''}
          disabled={given}
          onChange={({ currentTarget }) => void chooseTarget(currentTarget.value || null, null)}
        >
          <option value="">none</option>
          {given && now?.name != null && <option>{now.name}</option>}
          {!given && file.columns.map(({ name }) => <option key={name}>{name}</option>)}
        </select>
      </label>
      {now?.kind === 'class' && (
        <label>
          event{' '}
          <select
            value={event ?? ''}
            disabled={file.holds === 'binning'}
            onChange={({ currentTarget }) => void chooseEvent(currentTarget.value || null)}
          >
            {event === null && <option value="">none</option>}
            {now.classes.map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
      )}
    </span>
  )
}

function MethodChoice() {
  const common = commonMethod.value
  const known = methodsForAll.value.some(({ name }) => name === common)
  return (
    <span class="group">
      <label>
        method for {selected.value.size === 0 ? 'all' : `${columnsForAll.value.length} selected`}{' '}
        <select
          value={common ?? ''}
          disabled={!canCut.value || columnsForAll.value.length === 0}
          onChange={({ currentTarget }) => {
            const method = currentTarget.value
            // What is shown is what the columns have, which may stay as it was.
            currentTarget.value = common ?? ''
            void cutAll(method)
          }}
        >
          {!known && <option value={common ?? ''}>{common ?? 'several'}</option>}
          {methodsForAll.value.map(({ name, about }) => (
            <option key={name} title={about}>
              {name}
            </option>
          ))}
        </select>
      </label>
    </span>
  )
}
