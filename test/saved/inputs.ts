/** A column of a made table. */
type Values = (number | string | null)[]

/** Numbers from 0 to 1 that are the same everywhere: only whole numbers and one division (mulberry32). */
export function numbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Nearly normal, without a logarithm that could differ from one runtime to the next. */
function bell(next: () => number): number {
  let sum = -6
  for (let i = 0; i < 12; i++) sum += next()
  return sum
}

/** The number with so many decimals, as a number. */
const rounded = (x: number, decimals: number): number => Number(x.toFixed(decimals))

/** Rows of comma-separated values. */
export function csv(columns: Readonly<Record<string, Values>>): string {
  const names = Object.keys(columns)
  const lists = Object.values(columns)
  const lines = lists[0].map((_, row) => lists.map((list) => list[row] ?? '').join(','))
  return `${[names.join(','), ...lines].join('\n')}\n`
}

/** Hospital visits: dates, categories, truth values, codes, missing values, weights, two classes and a number. */
function visits(): Record<string, Values> {
  const next = numbers(7)
  const made: Record<string, Values> = { day: [], ward: [], smoker: [], age: [], bill: [], stay: [], weight: [] }
  made['again'] = []
  made['cost'] = []
  const wards = ['north', 'south', 'east', 'west', 'main', 'annex', 'tower']
  for (let row = 0; row < 300; row++) {
    const day = Math.floor(next() * 365)
    const ward = Math.floor(next() * next() * wards.length)
    const age = Math.floor(18 + next() * 70)
    const smoker = next() < 0.3
    const bill = rounded(20 / (1 - next()), 2)
    const stay = Math.floor(1 + next() * next() * 12)
    const risk = 0.15 + (age > 62 ? 0.35 : 0) + (day > 200 ? 0.15 : 0) + (ward > 2 ? 0.2 : 0) + (smoker ? 0.1 : 0)
    made['day'].push(next() < 0.02 ? null : new Date(Date.UTC(2024, 0, 1 + day)).toISOString().slice(0, 10))
    made['ward'].push(next() < 0.03 ? null : wards[ward])
    made['smoker'].push(String(smoker))
    made['age'].push(next() < 0.04 ? -9 : next() < 0.04 ? null : age)
    made['bill'].push(next() < 0.03 ? null : bill)
    made['stay'].push(stay)
    made['weight'].push(1 + Math.floor(next() * 8) / 4)
    made['again'].push(next() < risk ? 'yes' : 'no')
    made['cost'].push(rounded(100 + 40 * stay + (age > 50 ? 90 : 0) + 15 * bell(next), 1))
  }
  return made
}

/** Readings of two sensors, the first of which moves up after `change` rows; some labels are missing. */
function readings(rows: number, change: number): string {
  const next = numbers(11)
  const made: Record<string, Values> = { heat: [], flow: [], load: [], state: [] }
  for (let row = 0; row < rows; row++) {
    const heat = bell(next) + (row < change ? 0 : 2.5)
    const flow = 3 / (0.01 + next())
    made['heat'].push(next() < 0.02 ? null : rounded(heat, 3))
    made['flow'].push(rounded(flow, 2))
    made['load'].push(rounded(heat > 0.4 ? 8 + bell(next) : 5 + bell(next), 2))
    made['state'].push(next() < 0.05 ? null : heat > 0.4 === next() > 0.1 ? 'hot' : 'cold')
  }
  return csv(made)
}

/** Rows of two columns whose second, and only that, is measured on another scale in the later ones. */
function scaled(rows: number, seed: number, scale: number): string {
  const next = numbers(seed)
  const made: Record<string, Values> = { a: [], b: [], kind: [] }
  for (let row = 0; row < rows; row++) {
    const [a, b] = [bell(next), 10 + 2 * bell(next)]
    made['a'].push(rounded(a, 3))
    made['b'].push(rounded(b * scale, 3))
    made['kind'].push(b > 10.5 ? (a > 0 ? 'x' : 'y') : 'z')
  }
  return csv(made)
}

/** The files that commands read besides the samples, by name. */
export function inputFiles(): Record<string, string> {
  const made = visits()
  const cut = (from: number, to: number): Record<string, Values> =>
    Object.fromEntries(Object.entries(made).map(([name, list]) => [name, list.slice(from, to)]))
  return {
    'visits.csv': csv(made),
    'visits-1.csv': csv(cut(0, 130)),
    'visits-2.csv': csv(cut(130, 300)),
    'readings.csv': readings(2500, 1800),
    'readings-longer.csv': readings(4000, 1800),
    'before.csv': scaled(400, 3, 1),
    'after.csv': scaled(300, 5, 1.5),
    'special.json':
      '{"age": {"method": "fixed", "cuts": [30, 50, 65]}, "bill": {"method": "equal-frequency", "bins": 4}}\n',
  }
}

/** A table of many rows: every shape of number columns, classes of two and of three, and a number to tell. */
export function largeTable(rows: number): Record<string, Values> {
  const next = numbers(2024)
  const made: Record<string, Values> = { normal: [], heavy: [], whole: [], thousandths: [], few: [], holes: [] }
  made['two'] = []
  made['three'] = []
  made['amount'] = []
  for (let row = 0; row < rows; row++) {
    const normal = bell(next)
    const heavy = 1 / (1 - next()) ** 2
    const whole = Math.floor(next() * 500)
    const thousandths = rounded(next() * 10, 3)
    const few = Math.floor(next() * 6) / 2
    const holes = next() < 0.1 ? null : next() * 100 - 50
    const pull = (normal > 0.5 ? 0.3 : 0) + (heavy > 9 ? 0.2 : 0) + (whole % 250 > 180 ? 0.25 : 0) + few / 20
    made['normal'].push(normal)
    made['heavy'].push(heavy)
    made['whole'].push(whole)
    made['thousandths'].push(thousandths)
    made['few'].push(few)
    made['holes'].push(holes)
    made['two'].push(next() < 0.1 + pull ? 'yes' : 'no')
    made['three'].push(next() < 0.2 + pull / 2 ? 'a' : thousandths + 2 * next() < 5 ? 'b' : 'c')
    made['amount'].push(10 * pull + (holes ?? 0) * (thousandths > 7 ? 0.1 : 0) + bell(next))
  }
  return made
}
