import { signal } from '@preact/signals'
import { hasCuts } from '../../../src/index.ts'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { METHOD_LIST, type MethodLine } from '../../state/method-list.ts'
import { eventNow, shown, target } from '../../state/store.ts'
import { ask } from '../../worker/ask.ts'
import { optionsOpen, scaleName, secondMethod } from './column-view.ts'
import { showCut } from './cut-actions.ts'
import { stripMeasure } from './rate-strip.tsx'

/** The option that was refused last and why; by the name `method` where the method itself was. */
export const refused = signal<{ readonly name: string; readonly why: string } | null>(null)

/** The methods that can cut this column with this target. */
export function fittingMethods(): readonly MethodLine[] {
  const column = shown.value?.column
  const kind = target.value?.kind
  if (column === undefined) return []
  return METHOD_LIST.filter((method) => {
    if (!hasCuts(column)) return method.groups && kind !== undefined
    return method.target === 'none' || (kind !== undefined && (method.target === 'any' || method.target === kind))
  })
}

/** Cuts the column anew, as a step; what the library says to it stands beside the control that was changed. */
export async function cutAnew(
  method: string,
  options: Readonly<Record<string, unknown>>,
  changed: string,
): Promise<void> {
  const before = shown.value
  if (before === null) return
  try {
    const { columns } = await ask('cut', { method, options, columns: [before.name], event: eventNow() })
    const [column] = columns
    refused.value = null
    const words = changed === 'method' ? `cut ${before.name} by ${method}` : `set ${changed} of ${before.name}`
    showCut(before, { name: before.name, method, options, fitted: column, column }, words)
  } catch (error) {
    refused.value = { name: changed, why: error instanceof Error ? error.message : String(error) }
  }
}

const loadOptions = () => import('./shown-options.tsx').then(({ ShownOptions }) => ShownOptions)

const SCALES = ['linear', 'log', 'rank'] as const

/** How this column is cut and shown. */
export function MethodControls() {
  const now = shown.value
  if (now === null) return null
  const withCuts = hasCuts(now.column)
  const known = fittingMethods()
  const about = known.find(({ name }) => name === now.method)?.about ?? ''
  return (
    <div class="controls">
      <label>
        method{' '}
        <select
          id="method"
          value={known.some(({ name }) => name === now.method) ? now.method : ''}
          title={about}
          onChange={({ currentTarget }) =>
            void cutAnew(currentTarget.value, withCuts ? {} : { levels: 'group' }, 'method')
          }
        >
          {!known.some(({ name }) => name === now.method) && <option value="">as it is</option>}
          {known.map(({ name, about: words }) => (
            <option key={name} title={words}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <button type="button" aria-expanded={optionsOpen.value} onClick={() => (optionsOpen.value = !optionsOpen.value)}>
        Options
      </button>
      {withCuts && (
        <label>
          against{' '}
          <select
            id="second-method"
            value={secondMethod.value ?? ''}
            onChange={({ currentTarget }) => (secondMethod.value = currentTarget.value || null)}
          >
            <option value="">no other</option>
            {known
              .filter(({ name }) => name !== now.method && name !== 'fixed')
              .map(({ name }) => (
                <option key={name}>{name}</option>
              ))}
          </select>
        </label>
      )}
      <span class="grow" />
      {withCuts && (
        <Segments name="Scale" all={SCALES} now={scaleName.value} choose={(one) => (scaleName.value = one)} />
      )}
      {withCuts && target.value?.kind === 'class' && target.value.classes.length === 2 && (
        <Segments
          name="Over the bins"
          all={['rate', 'woe'] as const}
          now={stripMeasure.value}
          choose={(one) => (stripMeasure.value = one)}
        />
      )}
      {refused.value?.name === 'method' && (
        <p class="fault" role="alert">
          {refused.value.why}
        </p>
      )}
      {optionsOpen.value && known.some(({ name }) => name === now.method) && <LazyPart load={loadOptions} />}
    </div>
  )
}

interface SegmentsProps<Name extends string> {
  readonly name: string
  readonly all: readonly Name[]
  readonly now: Name
  readonly choose: (one: Name) => void
}

function Segments<Name extends string>({ name, all, now, choose }: SegmentsProps<Name>) {
  return (
    <div class="segments" role="group" aria-label={name}>
      {all.map((one) => (
        <button key={one} type="button" aria-pressed={one === now} onClick={() => choose(one)}>
          {one === 'woe' ? 'WoE' : one}
        </button>
      ))}
    </div>
  )
}
