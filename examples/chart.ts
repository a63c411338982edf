// Bins as a chart of Observable Plot: bars as wide as their bins, coloured by class, cuts as dashed lines.
import { plot, rectY, ruleX } from '@observablehq/plot'
import { binEdges, fit, random } from 'kerf'
import { parseHTML } from 'linkedom' // in Node; a page has its own document

const { next, normal } = random(3)
const hours = Float64Array.from({ length: 500 }, () => Math.max(0, 30 + 10 * normal()))
const passed = Array.from(hours, (value) => (next() < (value < 25 ? 0.2 : 0.85) ? 'yes' : 'no'))

const column = fit(hours, { target: passed, name: 'hours' })
const stacked = binEdges(column).flatMap(({ x0, x1, classes }) => {
  const [no, yes] = classes!.map((rows) => rows / (x1 - x0)) // area is rows, so height is rows by width
  return [
    { x0, x1, y1: 0, y2: no, passed: 'no' },
    { x0, x1, y1: no, y2: no! + yes!, passed: 'yes' },
  ]
})

const { document } = parseHTML('<html></html>')
const chart = plot({
  document,
  x: { label: 'hours of study' },
  y: { label: 'students per hour' },
  color: { domain: ['no', 'yes'], range: ['#c2c7cf', '#3366cc'], legend: false },
  marks: [
    rectY(stacked, { x1: 'x0', x2: 'x1', y1: 'y1', y2: 'y2', fill: 'passed' }),
    ruleX(column.cuts, { strokeDasharray: '3' }),
  ],
})
console.log(column.cuts.length, chart.querySelectorAll('rect').length) // → 1 4
console.log(chart.outerHTML.startsWith('<svg')) // → true
