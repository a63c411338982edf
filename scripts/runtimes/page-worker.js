import { fitTable, random } from 'kerf'

addEventListener('message', async () => {
  const { normal, next } = random(19)
  const values = Float64Array.from({ length: 50_000 }, normal)
  const labels = Array.from(values, (value) => (next() < (value > 0.5 ? 0.9 : 0.1) ? 'yes' : 'no'))
  const { columns } = await fitTable({ values, labels }, { target: 'labels' })
  postMessage({ values, labels, cuts: columns[0].cuts })
})
