import { random } from '../../src/index.ts'
import type { SourceTable } from '../../src/sources/index.ts'

const HOUSING = ['own', 'rent', 'mortgage', 'parents', 'other']
const PURPOSE = ['car', 'home', 'education', 'debts', 'travel', 'business']
const RISK_OF_HOUSING = [-0.5, 0.3, -0.3, 0.2, 0.6]
const RISK_OF_PURPOSE = [-0.2, -0.3, 0, 0.6, 0.1, 0.4]

/** Loans as a lender might know them, made up by a seeded generator: the same on every machine. */
export function creditTable(rows: number): SourceTable {
  const { next, normal, integer } = random(1848)
  const number = (): Float64Array => new Float64Array(rows)
  const [age, income, utilization, employed, late, postcode] = Array.from({ length: 6 }, number)
  const [housing, purpose, paid] = Array.from({ length: 3 }, (): string[] => [])
  for (let row = 0; row < rows; row++) {
    age[row] = 18 + Math.floor(60 * next() * Math.sqrt(next()))
    const earned = 1200 + 180 * Math.sqrt(age[row]) * (1 + 0.5 * Math.abs(normal()))
    income[row] = next() < 0.06 ? Number.NaN : Math.round(earned / 10) * 10
    utilization[row] = Math.round(1000 * Math.abs(0.42 + 0.28 * normal())) / 10
    // −1 stands for those who have no job.
    employed[row] = next() < 0.08 ? -1 : Math.floor(Math.max(0, (age[row] - 18) * 12 * next() * next()))
    late[row] = Math.floor(Math.abs(1.9 * normal() * next()))
    postcode[row] = 1000 + integer(9000)
    const [home, why] = [integer(HOUSING.length), integer(PURPOSE.length)]
    housing.push(HOUSING[home])
    purpose.push(PURPOSE[why])
    const risk =
      -3 +
      (age[row] < 26 ? 0.8 : 0) +
      (earned < 2300 ? 0.7 : earned > 3600 ? -0.6 : 0) +
      (utilization[row] > 75 ? 2.6 : utilization[row] > 40 ? 0.9 : 0) +
      (employed[row] < 0 ? 1 : employed[row] < 12 ? 0.5 : 0) +
      0.7 * Math.min(3, late[row]) +
      RISK_OF_HOUSING[home] +
      RISK_OF_PURPOSE[why]
    paid.push(next() < 1 / (1 + Math.exp(-risk)) ? 'yes' : 'no')
  }
  return {
    rows,
    columns: [
      { name: 'age', kind: 'number', values: age },
      { name: 'income', kind: 'number', values: income },
      { name: 'utilization', kind: 'number', values: utilization },
      { name: 'months_employed', kind: 'number', values: employed },
      { name: 'late_payments', kind: 'number', values: late },
      { name: 'postcode', kind: 'number', values: postcode },
      { name: 'housing', kind: 'category', values: housing },
      { name: 'purpose', kind: 'category', values: purpose },
      { name: 'default', kind: 'category', values: paid },
    ],
    notes: [],
    skipped: 0,
  }
}
