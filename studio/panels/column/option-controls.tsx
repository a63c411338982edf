import { type AnyDiscretizer, type Option, parseRule } from '../../../src/index.ts'

type Options = Readonly<Record<string, unknown>>

interface ControlsProps {
  readonly method: AnyDiscretizer
  readonly options: Options
  readonly refused: { readonly name: string; readonly why: string } | null
  readonly cut: (method: string, options: Options, changed: string) => Promise<void>
}

/** Every option of a method as a control, made from what the method declares, as the flags of the command line are. */
export function OptionControls({ method, options, refused, cut }: ControlsProps) {
  const set = (name: string, value: unknown): void => {
    const next = Object.fromEntries(
      Object.entries({ ...options, [name]: value }).filter(([, one]) => one !== undefined),
    )
    void cut(method.name, next, name)
  }
  const presets = Object.entries(method.presets)
  const fault = (name: string): string => (refused?.name === name ? refused.why : '')
  return (
    <fieldset id="options" class="options">
      <legend>
        {method.name} <span class="soft">{method.about}</span>
      </legend>
      {presets.length > 0 && (
        <Line name="preset" about="Options as another tool has them." fault={fault('preset')}>
          <select
            id="option-preset"
            value={String(options.preset ?? '')}
            onChange={({ currentTarget }) => set('preset', currentTarget.value || undefined)}
          >
            <option value="">none</option>
            {presets.map(([name, { about }]) => (
              <option key={name} title={about}>
                {name}
              </option>
            ))}
          </select>
        </Line>
      )}
      {Object.entries<Option<unknown>>(method.options).map(([name, option]) => (
        <Line key={name} name={name} about={option.about} fault={fault(name)}>
          <Control name={name} option={option} value={options[name]} set={(value) => set(name, value)} />
        </Line>
      ))}
      <Line name="closed" about="Which end of a bin belongs to it." fault={fault('closed')}>
        <select
          id="option-closed"
          value={String(options.closed ?? '')}
          onChange={({ currentTarget }) => set('closed', currentTarget.value || undefined)}
        >
          <option value="">as usual</option>
          <option>left</option>
          <option>right</option>
        </select>
      </Line>
      <Line name="readable" about="Cuts become the shortest decimals that move no row." fault={fault('readable')}>
        <input
          id="option-readable"
          type="checkbox"
          checked={options.readable === true}
          onChange={({ currentTarget }) => set('readable', currentTarget.checked || undefined)}
        />
      </Line>
    </fieldset>
  )
}

interface LineProps {
  readonly name: string
  readonly about: string
  readonly fault: string
  readonly children: preact.ComponentChildren
}

function Line({ name, about, fault, children }: LineProps) {
  return (
    <div class="option">
      <label for={`option-${name}`}>{words(name)}</label>
      {children}
      <small class={fault === '' ? 'soft' : 'fault'} role={fault === '' ? undefined : 'alert'}>
        {fault === '' ? about : fault}
      </small>
    </div>
  )
}

interface ControlProps {
  readonly name: string
  readonly option: Option<unknown>
  readonly value: unknown
  readonly set: (value: unknown) => void
}

/** The control that a rule asks for: a tick, a menu of names, or a text that is read as the rule says. */
function Control({ name, option, value, set }: ControlProps) {
  const { rule } = option
  const id = `option-${name}`
  const usual = textOf(option.default)
  if (rule.type === 'boolean') {
    const now = (value ?? option.default) === true
    return <input id={id} type="checkbox" checked={now} onChange={({ currentTarget }) => set(currentTarget.checked)} />
  }
  if (rule.type === 'string' && rule.names !== undefined) {
    return (
      <select
        id={id}
        value={textOf(value ?? option.default)}
        onChange={({ currentTarget }) => set(parseRule(rule, currentTarget.value))}
      >
        {rule.names.map((one) => (
          <option key={one}>{one}</option>
        ))}
        {rule.accepts(null) && <option>none</option>}
      </select>
    )
  }
  const read = (text: string): void => set(text.trim() === '' ? undefined : parseRule(rule, text.trim()))
  return (
    <>
      <input
        id={id}
        size={9}
        placeholder={usual}
        defaultValue={value === undefined ? '' : textOf(value)}
        key={textOf(value)}
        list={rule.names === undefined ? undefined : `${id}-names`}
        title={rule.words}
        onChange={({ currentTarget }) => read(currentTarget.value)}
      />
      {rule.names !== undefined && (
        <datalist id={`${id}-names`}>
          {rule.names.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </>
  )
}

function textOf(value: unknown): string {
  if (value === null) return 'none'
  return Array.isArray(value) ? value.join(', ') : String(value ?? '')
}

/** `minShare` as people read it: min share. */
function words(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
}
