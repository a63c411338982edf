import { type Signal, useSignal } from '@preact/signals'
import { useId } from 'preact/hooks'
import { baseOdds, baseScore, doubleOdds, scaleFault } from './card-settings.ts'

/** The three numbers by which points stand for odds. */
export function ScaleControls() {
  return (
    <>
      <ScaleNumber name="baseScore" label="Base score" setting={baseScore} />
      <ScaleNumber name="baseOdds" label="Base odds" setting={baseOdds} />
      <ScaleNumber name="doubleOdds" label="Double odds" setting={doubleOdds} />
    </>
  )
}

interface ScaleNumberProps {
  readonly name: Parameters<typeof scaleFault>[0]
  readonly label: string
  readonly setting: Signal<number>
}

/** A number that is taken over as it is typed, once it can be used; the card stays as it was until then. */
function ScaleNumber({ name, label, setting }: ScaleNumberProps) {
  const id = useId()
  const fault = useSignal<string | null>(null)
  const put = (text: string): void => {
    const value = text.trim() === '' ? Number.NaN : Number(text)
    fault.value = scaleFault(name, value)
    if (fault.value === null) setting.value = value
  }
  return (
    <span class="scale-number">
      <label class="choice">
        <span>{label}</span>
        <input
          type="number"
          step="any"
          value={fault.value === null ? setting.value : undefined}
          aria-invalid={fault.value !== null}
          aria-describedby={fault.value === null ? undefined : id}
          onInput={({ currentTarget }) => put(currentTarget.value)}
        />
      </label>
      {fault.value !== null && (
        <small id={id} role="alert">
          {fault.value}
        </small>
      )}
    </span>
  )
}
