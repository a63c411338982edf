// The picture of docs/advisor.md: expected and cross-validated log loss over the number of bins. Pure: SVG text out.

const [WIDTH, HEIGHT] = [860, 400]
const PLOT = { left: 70, right: 24, top: 64, bottom: 64 }
const MOST = 50
const [FOLDS, REPEATS] = [5, 20]
const INK = { expected: '#1f6fb4', smooth: '#9aa4b2', measured: '#c2410c', advised: '#2e7d32' }

/** The picture as SVG: what the library expects, what cross-validation finds, and the number that is advised. */
export function advisorPicture(kerf, csv) {
  const [head, ...lines] = csv.trim().split('\n')
  const names = head.split(',')
  const [x, y] = ['body_mass_g', 'sex'].map((name) => names.indexOf(name))
  const rows = lines.map((line) => line.split(',')).filter((row) => row[x] !== '' && row[y] !== '')
  const values = rows.map((row) => Number(row[x]))
  const labels = rows.map((row) => row[y])
  const advice = kerf.adviseBins(kerf.summarize(values, { target: labels }))
  const tried = advice.tried.filter(({ bins }) => bins <= MOST)
  const measured = crossValidate(kerf, values, labels)
  const all = [...tried.map(({ loss }) => loss), ...measured]
  const [least, most] = [Math.floor(20 * Math.min(...all)) / 20, Math.ceil(20 * Math.max(...all)) / 20]
  const across = (bins) => round(PLOT.left + ((bins - 1) / (MOST - 1)) * (WIDTH - PLOT.left - PLOT.right))
  const up = (loss) =>
    round(HEIGHT - PLOT.bottom - ((loss - least) / (most - least)) * (HEIGHT - PLOT.top - PLOT.bottom))
  const path = (points) => points.map(([bins, loss], i) => `${i === 0 ? 'M' : 'L'}${across(bins)} ${up(loss)}`).join('')
  const levels = Array.from({ length: Math.round((most - least) * 20) + 1 }, (_, i) => least + i / 20)
  const bottom = HEIGHT - PLOT.bottom
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="Log loss over the number of bins, expected and cross-validated, with the advised number marked" font-family="system-ui, sans-serif" font-size="13">
<rect width="${WIDTH}" height="${HEIGHT}" fill="#ffffff"/>
<text x="${PLOT.left}" y="26" font-weight="600" fill="#111">The sex of ${values.length} penguins from their body mass: log loss over the number of bins</text>
${[
  ['expected', 'expected from counts alone', 0],
  ['smooth', 'the same with its neighbours', 215],
  ['measured', 'cross-validated', 435],
]
  .map(
    ([ink, words, from]) =>
      `<circle cx="${PLOT.left + from + 5}" cy="44" r="4.5" fill="${INK[ink]}"/><text x="${PLOT.left + from + 16}" y="48" fill="#333">${words}</text>`,
  )
  .join('\n')}
${levels.map((level) => `<path d="M${PLOT.left} ${up(level)}H${WIDTH - PLOT.right}" stroke="#e3e7ec"/><text x="${PLOT.left - 8}" y="${up(level) + 4}" text-anchor="end" fill="#333">${level.toFixed(2)}</text>`).join('\n')}
${[1, 10, 20, 30, 40, 50].map((bins) => `<text x="${across(bins)}" y="${bottom + 20}" text-anchor="middle" fill="#333">${bins}</text>`).join('\n')}
<text x="${round((PLOT.left + WIDTH - PLOT.right) / 2)}" y="${bottom + 44}" text-anchor="middle" fill="#555">equal-frequency bins asked for</text>
<path d="M${across(advice.bins)} ${PLOT.top}V${bottom}" stroke="${INK.advised}" stroke-width="2" stroke-dasharray="6 3"/>
<text x="${across(advice.bins) + 8}" y="${PLOT.top + 14}" fill="${INK.advised}" font-weight="600">${advice.bins} advised</text>
<path d="${path(tried.map(({ bins, smooth }) => [bins, smooth]))}" fill="none" stroke="${INK.smooth}" stroke-width="4"/>
<path d="${path(tried.map(({ bins, loss }) => [bins, loss]))}" fill="none" stroke="${INK.expected}" stroke-width="1.6"/>
${measured.map((loss, i) => `<circle cx="${across(i + 1)}" cy="${up(loss)}" r="3" fill="${INK.measured}"/>`).join('\n')}
</svg>
`
}

/** The log loss on rows held out for 1, 2 … bins, smoothed by one row of each class. */
function crossValidate(kerf, values, labels) {
  const { integer } = kerf.random(7)
  const classes = ['female', 'male']
  const sums = Array.from({ length: MOST }, () => 0)
  for (let repeat = 0; repeat < REPEATS; repeat++) {
    const fold = values.map((_, i) => i % FOLDS)
    for (let i = fold.length - 1; i > 0; i--) {
      const j = integer(i + 1)
      ;[fold[i], fold[j]] = [fold[j], fold[i]]
    }
    for (let held = 0; held < FOLDS; held++) {
      const isIn = (_, row) => fold[row] !== held
      const summary = kerf.summarize(values.filter(isIn), { target: labels.filter(isIn), classes })
      for (let bins = 1; bins <= MOST; bins++) {
        const { cuts } = kerf.discretize(summary, { method: kerf.equalFrequency, bins })
        const counts = Array.from({ length: cuts.length + 1 }, () => classes.map(() => 1))
        const binOf = (value) => cuts.filter((cut) => value >= cut).length
        values.forEach((value, row) => {
          if (fold[row] !== held) counts[binOf(value)][classes.indexOf(labels[row])]++
        })
        values.forEach((value, row) => {
          if (fold[row] !== held) return
          const rates = counts[binOf(value)]
          sums[bins - 1] -= Math.log(rates[classes.indexOf(labels[row])] / rates.reduce((a, b) => a + b))
        })
      }
    }
  }
  return sums.map((sum) => sum / (REPEATS * values.length))
}

function round(number) {
  return Math.round(number * 10) / 10
}
