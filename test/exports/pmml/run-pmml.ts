/** A small interpreter of PMML: the elements that exports use. */
export type Cell = number | string | null

interface Node {
  readonly name: string
  readonly attributes: ReadonlyMap<string, string>
  readonly children: readonly Node[]
  readonly text: string
}

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' }

function unescaped(text: string): string {
  return text.replaceAll(/&(?:#(\d+)|(\w+));/g, (_, code: string | undefined, name: string) =>
    code === undefined ? NAMED[name] : String.fromCodePoint(Number(code)),
  )
}

/** Reads XML; throws where a tag is not closed as it was opened, or an attribute is written twice. */
export function readXml(text: string): Node {
  const stack: { name: string; attributes: Map<string, string>; children: Node[]; text: string }[] = []
  const top = { name: '', attributes: new Map<string, string>(), children: [] as Node[], text: '' }
  stack.push(top)
  const tags = /<\?xml [^>]*\?>|<(\/?)([\w.]+)((?: [\w:]+="[^"<]*")*)(\/?)>|([^<]+)/gy
  let last = 0
  for (let match = tags.exec(text); match !== null; match = tags.exec(text)) {
    last = tags.lastIndex
    const [, closing, name, pairs, single, inner] = match
    const open = stack.at(-1)!
    if (inner !== undefined) open.text += unescaped(inner)
    else if (closing === '/') {
      if (open.name !== name) throw new Error(`</${name}> closes <${open.name}>`)
      stack.pop()
    } else if (name !== undefined) {
      const attributes = new Map<string, string>()
      for (const [, key, value] of pairs.matchAll(/ ([\w:]+)="([^"]*)"/g)) {
        if (attributes.has(key)) throw new Error(`${key} twice in <${name}>`)
        attributes.set(key, unescaped(value))
      }
      const made = { name, attributes, children: [] as Node[], text: '' }
      open.children.push(made)
      if (single !== '/') stack.push(made)
    }
  }
  if (stack.length !== 1 || last !== text.length) throw new Error(`not well-formed near ${text.slice(last, last + 80)}`)
  return top.children[0]
}

/** The answers of a file for a row, by the names of its output fields. */
export function runPmml(root: Node, row: ReadonlyMap<string, Cell>): Map<string, Cell> {
  const model = root.children.find(({ name }) => name.endsWith('Model') || name === 'Scorecard')!
  const columns = child(model, 'MiningSchema').children.filter((one) => one.attributes.get('usageType') !== 'target')
  const fields = new Map<string, Cell>(
    columns.map((one) => {
      const value = row.get(one.attributes.get('name')!)!
      return [one.attributes.get('name')!, value === '' || value !== value ? null : value]
    }),
  )
  const derived = root.children.find(({ name }) => name === 'TransformationDictionary')?.children ?? []
  for (const one of derived) fields.set(one.attributes.get('name')!, typed(one, expression(one.children[0], fields)))
  const outputs = child(model, 'Output').children
  const answer =
    model.name === 'TreeModel'
      ? treeAnswer(model, fields)
      : model.name === 'Scorecard'
        ? cardAnswer(model, fields)
        : regression(model, fields)
  return new Map(
    outputs.map((one) => {
      const feature = one.attributes.get('feature')
      if (feature === 'transformedValue') return [one.attributes.get('name')!, expression(one.children[0], fields)]
      if (feature === 'reasonCode')
        return [one.attributes.get('name')!, answer.reasons?.[Number(one.attributes.get('rank')) - 1] ?? null]
      const said = feature === 'probability' ? answer.chances.get(one.attributes.get('value')!)! : answer.predicted
      return [one.attributes.get('name')!, typed(one, said)]
    }),
  )
}

function child(node: Node, name: string): Node {
  return node.children.find((one) => one.name === name)!
}

function typed(field: Node, value: Cell): Cell {
  const type = field.attributes.get('dataType')
  if (value === null || type === 'string') return value
  return type === 'float' ? Math.fround(Number(value)) : Number(value)
}

function expression(node: Node, fields: ReadonlyMap<string, Cell>): Cell {
  const get = (name: string): string | null => node.attributes.get(name) ?? null
  if (node.name === 'FieldRef') return fields.get(get('field')!)!
  if (node.name === 'Constant') {
    if (get('missing') === 'true') return null
    return get('dataType') === 'string' ? node.text : Number(node.text)
  }
  if (node.name === 'Apply') return applied(get('function')!, node.children, fields)
  if (node.name === 'MapValues') {
    const [pair, table] = node.children
    const value = fields.get(pair.attributes.get('field')!)!
    if (value === null) return get('mapMissingTo')
    const found = table.children.find((one) => one.children[0].text === value)
    return found === undefined ? get('defaultValue') : found.children[1].text
  }
  const x = fields.get(get('field')!) as number | null
  if (x === null) return get('mapMissingTo')
  const bins = node.children.filter((one) => inside(one.children[0], x))
  if (bins.length > 1) throw new Error(`${x} is in ${bins.length} ranges`)
  return bins[0]?.attributes.get('binValue') ?? get('defaultValue')
}

function inside({ attributes }: Node, x: number): boolean {
  const closure = attributes.get('closure')!
  const [from, to] = ['leftMargin', 'rightMargin'].map((name) => attributes.get(name))
  const above = from === undefined || (closure.startsWith('closed') ? x >= Number(from) : x > Number(from))
  return above && (to === undefined || (closure.endsWith('Closed') ? x <= Number(to) : x < Number(to)))
}

function applied(name: string, given: readonly Node[], fields: ReadonlyMap<string, Cell>): Cell {
  if (name === 'isMissing') return expression(given[0], fields) === null ? 1 : 0
  if (name === 'if') {
    const test = expression(given[0], fields)
    if (test === null) return null
    const taken = given[test === 1 ? 1 : 2]
    return taken === undefined ? null : expression(taken, fields)
  }
  const [value, ...others] = given.map((one) => expression(one, fields))
  if (value === null || others.includes(null)) return null
  if (name === 'isIn' || name === 'isNotIn')
    return others.some((one) => Object.is(one, value)) === (name === 'isIn') ? 1 : 0
  return ARITHMETIC[name](Number(value), Number(others[0]))
}

const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  lessThan: (a, b) => (a < b ? 1 : 0),
  greaterThan: (a, b) => (a > b ? 1 : 0),
}

interface Answer {
  readonly predicted: Cell
  readonly chances: ReadonlyMap<string, number>
  readonly reasons?: readonly string[]
}

function treeAnswer(model: Node, fields: ReadonlyMap<string, Cell>): Answer {
  let node = child(model, 'Node')
  for (;;) {
    const branches = node.children.filter(({ name }) => name === 'Node')
    if (branches.length === 0) return { predicted: node.attributes.get('score')!, chances: new Map() }
    const fallback = branches.find((one) => one.attributes.get('id') === node.attributes.get('defaultChild'))!
    let next: Node | undefined
    for (const one of branches) {
      const said = holds(one.children[0], fields)
      if (said === false) continue
      next = said === null ? fallback : one
      break
    }
    if (next === undefined) throw new Error('no branch is true')
    node = next
  }
}

function holds({ attributes }: Node, fields: ReadonlyMap<string, Cell>): boolean | null {
  const x = fields.get(attributes.get('field')!)! as number | null
  const value = Number(attributes.get('value'))
  if (x === null) return null
  const operator = attributes.get('operator')
  if (operator === 'equal') return x === value
  if (operator === 'lessThan' || operator === 'lessOrEqual') return operator === 'lessThan' ? x < value : x <= value
  return operator === 'greaterThan' ? x > value : x >= value
}

function regression(model: Node, fields: ReadonlyMap<string, Cell>): Answer {
  const tables = model.children.filter(({ name }) => name === 'RegressionTable')
  const [first, other] = tables
  if (other === undefined) return { predicted: null, chances: new Map() }
  let score = Number(first.attributes.get('intercept'))
  for (const { name, attributes } of first.children) {
    const value = fields.get(attributes.get('name')!)!
    const weight = Number(attributes.get('coefficient'))
    if (name === 'NumericPredictor') score += weight * Number(value)
    else if (String(value) === attributes.get('value')) score += weight
  }
  const chance = 1 / (1 + Math.exp(-score))
  const [event, rest] = [first, other].map((one) => one.attributes.get('targetCategory')!)
  const chances = new Map([[event, chance], [rest, 1 - chance]]) // prettier-ignore
  return { predicted: chance >= 0.5 ? event : rest, chances }
}

function cardAnswer(model: Node, fields: ReadonlyMap<string, Cell>): Answer {
  const taken = child(model, 'Characteristics').children.map((one) => {
    const found = one.children.find((attribute) => holds(attribute.children[0], fields) === true)!
    const points = Number(found.attributes.get('partialScore'))
    return {
      points,
      reason: found.attributes.get('reasonCode')!,
      lost: Number(one.attributes.get('baselineScore')) - points,
    }
  })
  return {
    predicted: taken.reduce((sum, { points }) => sum + points, Number(model.attributes.get('initialScore'))),
    chances: new Map(),
    reasons: taken.toSorted((a, b) => b.lost - a.lost).map(({ reason }) => reason),
  }
}
