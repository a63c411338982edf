// Columns of Apache Arrow as they are: no copy by hand, and what is null there is missing here.
import { Float64, Table, tableFromIPC, tableToIPC, vectorFromArray } from 'apache-arrow'
import { assign, column, fitTable, hasCuts, slotLabels } from 'kerf'

const rows = 1000
const width = Array.from({ length: rows }, (_, i) => (i % 100 === 0 ? null : ((37 * i) % 200) / 10))
const kind = width.map((value) => ((value ?? 0) < 12.5 ? 'small' : 'large'))

// As it comes from a file or over the network.
const made = new Table({ width: vectorFromArray(width, new Float64()), kind: vectorFromArray(kind) })
const arrow = tableFromIPC(tableToIPC(made))

const table = Object.fromEntries(arrow.schema.names.map((name) => [name, arrow.getChild(name)!]))
const binning = await fitTable(table, { target: 'kind' })
const found = column(binning, 'width')
console.log(found.bins.map(({ label, count }) => `${label}: ${count}`)) // → [ '< 12.45: 615', '≥ 12.45: 375' ]

if (!hasCuts(found)) throw new Error('width holds numbers')
const slots = assign(found, arrow.getChild('width')!)
const labels = slotLabels(found)
console.log([...slots.subarray(0, 4)].map((slot) => labels[slot])) // → [ 'missing', '< 12.45', '< 12.45', '< 12.45' ]
