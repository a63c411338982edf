// The tables of the docs, as registry and sources say.
import { houseOrder } from '../house/text-map.mjs'

/** The options of a method as a Markdown table, or a sentence when it has none. */
export function optionTable(method) {
  const rows = Object.entries(method.options).map(([name, { rule, default: value, about }]) => [
    `\`${name}\``,
    `\`${JSON.stringify(value)}\``,
    rule.words,
    about,
  ])
  return rows.length === 0 ? 'This method has no options.' : markdownTable(['name', 'default', 'rule', 'meaning'], rows)
}

/** The presets of a method, with the options each sets. */
export function presetTable(method) {
  const rows = Object.entries(method.presets).map(([name, { about, options, closed }]) => [
    `\`${name}\``,
    [...Object.entries(options), ...(closed === undefined ? [] : [['closed', closed]])]
      .map(([option, value]) => `\`${option}: ${JSON.stringify(value)}\``)
      .join(', ') || 'nothing',
    about,
  ])
  return rows.length === 0 ? 'This method has no presets.' : markdownTable(['name', 'sets', 'meaning'], rows)
}

/** All methods with their traits and a sentence each. */
export function methodGrid(kerf) {
  const rows = kerf.methods().map((method) => {
    const { target, weights, missing, streams, exactness } = kerf.traitsOf(method)
    return [`[\`${method.name}\`](${method.name}.md)`, target, weights, missing, streams, exactness, method.about]
  })
  return markdownTable(['method', 'target', 'weights', 'missing', 'streams', 'exact', 'what it does'], rows)
}

/** The rooms of src in order, with what lives in each and the file to start with. */
export function roomTable(house) {
  const rows = houseOrder(house).flatMap(({ path, kind, about, first }) => {
    if (kind === 'door') return []
    const steps = path.split('/')
    const name = `${'· '.repeat(steps.length - 1)}[\`${steps.at(-1)}${kind === 'folder' ? '/' : ''}\`](../src/${path})`
    const start = kind === 'folder' ? `[\`${first}\`](../src/${path}/${first})` : ''
    return [[name, about ?? '', start]]
  })
  return markdownTable(['room', 'what lives there', 'read first'], rows)
}

/** A Markdown table padded as Prettier pads it, so that formatting a page changes nothing. */
export function markdownTable(head, rows) {
  const lines = [head, ...rows].map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|')))
  const widths = head.map((_, i) => Math.max(3, ...lines.map((cells) => cells[i].length)))
  const line = (cells) => `| ${cells.map((cell, i) => cell.padEnd(widths[i])).join(' | ')} |`
  return [line(lines[0]), line(widths.map((width) => '-'.repeat(width))), ...lines.slice(1).map(line)].join('\n')
}
