// Rows in, the same rows with the range of each number out. Later rows get the ranges of the fit.
import { binningFromJson, binningToJson, column, fitTable, labelOf } from 'kerf'

interface Member {
  age: number | null
  visits: number
  renewed: 'no' | 'yes'
}

const members: Member[] = Array.from({ length: 300 }, (_, i) => {
  const age = 18 + ((7 * i) % 60)
  return { age: i % 50 === 0 ? null : age, visits: (13 * i) % 40, renewed: age < 42 === i % 9 > 0 ? 'no' : 'yes' }
})

const binning = await fitTable(members, { target: 'renewed' })
for (const { name, bins } of binning.columns) {
  console.log(`${name}: ${bins.map(({ label, count }) => `${label} (${count})`).join(', ')}`)
}
// → age: < 41.5 (117), ≥ 41.5 (177)
// → visits: all values (300)

// Saved as text and read again, here or elsewhere, on the day new members come.
const age = column(binningFromJson(binningToJson(binning)), 'age')
const joined: Partial<Member>[] = [{ age: 23 }, { age: 71 }, { age: null }]
console.log(joined.map((member) => labelOf(age, member.age))) // → [ '< 41.5', '≥ 41.5', 'missing' ]
