import { describe, expect, test } from 'vitest'
import { fitTable } from '../../../src/binning/fit/fit-table.ts'
import { findMethod, methods } from '../../../src/discretizers/registry.ts'
import { tableCsv } from '../../../src/reports/table-csv.ts'
import { tableMarkdown } from '../../../src/reports/table-markdown.ts'
import { binningReport } from '../../../src/reports/terminal/binning-text.ts'
import { columnReport } from '../../../src/reports/terminal/column-text.ts'
import { methodsReport } from '../../../src/reports/terminal/methods-text.ts'
import { inDays, lines, small } from '../small.ts'
import { equalFrequency } from '../../../src/discretizers/methods/equal-frequency.ts'
import { argumentError } from '../../refusals.ts'

describe('binningReport', () => {
  test('ranks columns, names blunt ones and explains its words', async () => {
    const binning = await small({ target: 'sold', columns: ['weight', 'color', 'size'] })
    expect(binningReport(binning, { width: 90 }).split('\n')).toEqual(
      lines(`
small.csv: 15 rows, 3 columns, 2 of them informative, binned to tell the 2 classes of sold
apart

  ████████████████████████████████····························
  █ sold = yes, the event: 8 (53 %)   · no: 7 (47 %)

size
  number · 2 bins by mdlp · IV 3.69 (strong), explains 70 % of the uncertainty about sold

  ███████████████       │       ███████████████               ████████████
  ███████████████       │       ███████████████               ████████████
  ███████████████       │       ███████████████               ████████████
  ──────────────────────┴─────────────────────────────────────────────────
   1                    8                                              24

  bin      rows  share  sold = yes (│ overall)                      rate    WoE     IV
  < 8         5   33 %                          │                  0.0 %  -2.53  1.831
  ≥ 8         9   60 %  ████████████████████████┃███████████████  88.9 %  +1.95  1.668
  missing     1    7 %                          │                  0.0 %  -1.23  0.187
  total      15  100 %  ████████████████████████│                 53.3 %         3.686

  cut at 8: gain 0.66 bits, needed 0.40; next best 18 with 0.29

color  category · 2 levels · IV 0.45 (strong), explains 12 % of the uncertainty about sold

  level    rows  share  sold = yes (│ overall)                       rate    WoE     IV
  red         8   53 %  ███████████████      │                     37.5 %  -0.64  0.219
  blue        6   40 %  █████████████████████┃█████                66.7 %  +0.56  0.120
  missing     1    7 %  █████████████████████┃██████████████████  100.0 %  +0.97  0.112
  total      15  100 %  █████████████████████│                     53.3 %         0.451

one bin only, no cut made: weight (best candidate 2.5: gain 0.0258, needed 0.567, 0.541
  short)

rate: share of the rows with sold = yes. WoE: above 0 where that is more frequent than
  overall, below 0 where rarer.
IV: how much a line tells; the total is called weak up to 0.1, medium up to 0.3, strong
  above. Above 0.5, check that the column is known before the event.`),
    )
  })

  test('names columns that are not shown in full', async () => {
    const binning = await small({ target: 'kind', columns: ['color', 'size'] })
    const report = binningReport(binning, { most: 1, width: 100 })
    expect(report).toContain('\n\n1 more column, by how much of the uncertainty each explains:\n  color 51 %\n\n')
    expect(report).not.toContain('level')
  })

  test('names columns with a level for nearly every row', async () => {
    const key = Array.from({ length: 40 }, (_, i) => `key ${i}`)
    const binning = await fitTable({ key, side: key.map((_, i) => (i < 20 ? 'l' : 'r')) }, { target: 'side' })
    expect(binningReport(binning)).toContain(
      'nearly a different level in every row, too fine to be useful: key (40 levels)',
    )
  })

  test('tells once what every column notes', async () => {
    const sold = ['yes', null, 'no', 'yes']
    const binning = await fitTable({ a: [1, 2, 3, 4], b: ['p', 'q', 'p', 'q'], sold }, { target: 'sold' })
    expect(binningReport(binning).match(/1 row without a target left out/g)).toEqual([
      '1 row without a target left out',
    ])
  })

  test('has something to say of no columns', async () => {
    expect(binningReport(await fitTable({}))).toBe('0 rows, 0 columns, binned without a target')
  })
})

describe('categories', () => {
  const level = Array.from({ length: 200 }, (_, i) => `level ${Math.floor(Math.sqrt(i))}`)

  test('are sorted by rows, the rest of many folded', async () => {
    const { columns } = await fitTable({ level })
    const report = columnReport(columns[0], null).split('\n')
    expect(report).toEqual(
      lines(`
level  category · 15 levels

  level            rows  share
  level 13           27   14 %  ████████████████████████████████████████
  level 12           25   13 %  █████████████████████████████████████
  level 11           23   12 %  ██████████████████████████████████
  level 10           21   11 %  ███████████████████████████████
  level 9            19   10 %  ████████████████████████████
  level 8            17    9 %  █████████████████████████
  level 7            15    8 %  ██████████████████████
  level 6            13    7 %  ███████████████████
  level 5            11    6 %  ████████████████
  level 4             9    5 %  █████████████
  level 3             7    4 %  ██████████
  level 2             5    3 %  ███████
  … 3 more levels     8    4 %
  total             200  100 %`),
    )
    expect(columnReport(columns[0], null, { verbose: true }).split('\n').length).toBe(20)
  })

  test('a target of one class, and columns without a target', async () => {
    const one = await fitTable({ level, target: level.map(() => 'only') }, { target: 'target' })
    expect(binningReport(one).replaceAll('\n', ' ')).toContain('binned by target, which has one class only')
    const none = await fitTable({ level, same: level.map(() => 1) }, { all: { method: equalFrequency, bins: 2 } })
    expect(binningReport(none)).toContain('2 columns, 1 of them with more than one bin, binned without a target')
  })

  test('verbose tells events, p-values, Gini, KS and HHI, and what they mean', async () => {
    const event = await small({ target: 'sold', columns: ['size'] })
    const text = columnReport(event.columns[0], event.target, { verbose: true, width: 100 })
    expect(text).toMatch(/^ {2}bin +rows +share +sold = yes +\(│ overall\) +events +rate +WoE +IV +p$/m)
    expect(text).toMatch(/^ {2}Gini 0\.\d{3} · KS 0\.\d{3} · HHI 0\.\d{3}$/m)
    expect(columnReport(event.columns[0], event.target, { width: 100 })).not.toMatch(/events|Gini/)
    const whole = binningReport(event, { verbose: true, width: 100 })
    for (const word of ['Gini: 2 · AUC − 1', 'KS: the most', 'HHI: the sum', 'so on other rows p is'])
      expect(whole.replaceAll(/\n +/g, ' ')).toContain(word)
  })

  test('in groups are counted, and the groups stay in their order', async () => {
    const target = level.map((_, i) => (i % 10 < Math.floor(Math.sqrt(i)) / 2 ? 'yes' : 'no'))
    const all = { method: findMethod('optimal'), maxBins: 3 }
    const binning = await fitTable({ level, target }, { target: 'target', all })
    expect(columnReport(binning.columns[0], binning.target, { width: 80 }).split('\n')).toEqual(
      lines(`
level
  category · 15 levels in 3 groups · IV 0.61 (strong), explains 11 % of the
  uncertainty about target

  levels                                rows  share    rate    WoE     IV
  level 8, level 6, level 5 and 6 more    70   35 %  22.9 %  -1.08  0.358
  level 12, level 10, level 9, level 7    80   40 %  52.5 %  +0.24  0.023
  level 13, level 11                      50   25 %  70.0 %  +0.99  0.233
  total                                  200  100 %  46.5 %         0.614

  note: 15 levels in 3 groups by the rate of yes`),
    )
    // All levels are named where there is room for them.
    const named = binning.columns[0].bins.map((bin) => ('levels' in bin ? bin.levels.join(', ') : ''))
    const verbose = columnReport(binning.columns[0], binning.target, { verbose: true, width: 160 })
    expect(verbose).toContain(`  level 8, level 6, level 5 and 6 more: ${named[0]}\n`)
    expect(tableCsv(binning)).toContain(`level,category,"${named[0]}",`)
    expect(tableMarkdown(binning)).toContain(`| ${named[0]} |`)
  })
})

describe('methodsReport', () => {
  test('lists the methods', () => {
    const [mdlp] = methods().filter((method) => method.name === 'mdlp')
    expect(methodsReport([mdlp], { width: 60 }).split('\n')).toEqual(
      lines(`
method  target   weights        streams  exact
mdlp    classes  count as rows  yes      after refinement
  Cuts where the classes change, as long as a cut pays for
  its own description.

Missing values and special codes get a bin of their own with
every method; they can also be sent to a bin or refused.`),
    )
  })

  test('leaves out the traits for which there is no room', () => {
    const heads = (width: number): string => methodsReport(methods(), { width }).split('\n')[0]
    expect(heads(80)).toMatch(/^method +target +weights +streams +exact$/)
    expect(heads(60)).toMatch(/^method +target +weights$/)
  })

  test('tells all of one method', () => {
    expect(methodsReport(methods(), { name: 'equal-frequency' }).split('\n')).toEqual(
      lines(`
equal-frequency
  Cuts so that every bin holds about the same number of rows.
  target: not needed
  weights: count as rows; whole ones with quantile linear
  missing values: own bin; or any bin, or refused
  on streams: yes
  exact: after refinement

options
  bins
      Number of bins, or a rule for it; fewer come out where values repeat.
      an integer from 1 to 1000000, or one of auto, sturges, scott,
      freedman-diaconis, advised; default 10
  quantile
      gap: cut midway between two values. linear: interpolated quantiles (type
      7), which may cut at a value.
      one of gap, linear; default "gap"

presets
  numpy
      Quantiles as numpy and scikit-learn compute them.
      quantile "linear"`),
    )
  })

  test('refuses an unknown name', () => {
    expect(() => methodsReport(methods(), { name: 'chimerge' })).toThrow(
      argumentError('unknown-name', 'methodsReport: unknown method "chimerge", did you mean chi-merge?'),
    )
  })
})

describe('tableCsv', () => {
  test('has a line per bin, level, missing and special value', async () => {
    const binning = await small({ target: 'kind', columns: ['size', 'color'], all: { special: [24] } })
    expect(tableCsv(binning)).toBe(
      lines(`
column,kind,bin,lower_cut,upper_cut,count,weight,share,kind=a,kind=b,kind=c,rate,woe,iv,mean,deviation,p_value
size,number,< 8,,8,5,5,0.3333333333333333,5,0,0,,,,,,
size,number,"[8, 18)",8,18,5,5,0.3333333333333333,0,5,0,,,,,,0.006737946999085468
size,number,≥ 18,18,,3,3,0.2,0,0,3,,,,,,0.018315638888734186
size,number,missing,,,1,1,0.06666666666666667,1,0,0,,,,,,
size,number,special 24,,,1,1,0.06666666666666667,0,0,1,,,,,,
color,category,blue,,,6,6,0.4,1,5,0,,,,,,
color,category,red,,,8,8,0.5333333333333333,5,0,3,,,,,,
color,category,missing,,,1,1,0.06666666666666667,0,0,1,,,,,,`).join('\n') + '\n',
    )
  })

  test('has rates for an event, moments for a number, dates for dates', async () => {
    const event = await small({ target: 'sold', columns: ['size'] })
    expect(tableCsv(event).split('\n').slice(0, 2)).toEqual([
      'column,kind,bin,lower_cut,upper_cut,count,weight,share,sold=no,sold=yes,rate,woe,iv,mean,deviation,p_value,gini,ks,hhi',
      'size,number,< 8,,8,5,5,0.3333333333333333,5,0,0,-2.531426665422893,1.8307639276719136,,,,0.8571428571428572,0.8571428571428572,0.4755555555555555',
    ])
    const number = await small({
      target: 'price',
      targetKind: 'numeric',
      columns: ['size'],
      all: { method: equalFrequency, bins: 2 },
    })
    expect(tableCsv(number).split('\n')[1]).toBe(
      'size,number,< 12.5,,12.5,7,7,0.4666666666666667,,,,16.142857142857142,9.12498252724075,',
    )
    expect(tableCsv(inDays(number)).split('\n')[1]).toMatch(/^size,date,< 2024-01-13 12:00,,2024-01-13 12:00,7,7,/)
  })

  test('quotes what would break a line', async () => {
    const binning = await fitTable({ 'a,"b"': ['x\ny', ' z', 'plain'] })
    expect(tableCsv(binning).split('\n').slice(1)).toEqual([
      '"a,""b""",category," z",,,1,1,0.3333333333333333,,,,,',
      '"a,""b""",category,plain,,,1,1,0.3333333333333333,,,,,',
      '"a,""b""",category,"x',
      'y",,,1,1,0.3333333333333333,,,,,',
      '',
    ])
  })
})

describe('tableMarkdown', () => {
  test('has a table per column, with reasons and notes', async () => {
    const binning = await small({ target: 'sold', columns: ['size', 'weight'] })
    expect(tableMarkdown(binning).split('\n')).toEqual([
      ...lines(`
small.csv: 15 rows, target sold

## size

number, 2 bins by mdlp, IV 3.69 (strong), explains 70 % of the uncertainty about sold

| bin | rows | share | rate of yes | WoE | IV |
| --- | ---: | ---: | ---: | ---: | ---: |
| &lt; 8 | 5 | 33.3 % | 0.0 % | -2.531 | 1.8308 |
| ≥ 8 | 9 | 60.0 % | 88.9 % | 1.946 | 1.6679 |
| missing | 1 | 6.7 % | 0.0 % | -1.232 | 0.1870 |
| total | 15 | 100.0 % | 53.3 % | 0.000 | 3.6857 |

- cut at 8: gain 0.66 bits, needed 0.40; next best 18 with 0.29

## weight

number, 1 bin by mdlp, IV 0.00 (negligible), explains 0 % of the uncertainty about sold

| bin | rows | share | rate of yes | WoE | IV |
| --- | ---: | ---: | ---: | ---: | ---: |
| all values | 15 | 100.0 % | 53.3 % | 0.000 | 0.0000 |
| total | 15 | 100.0 % | 53.3 % | 0.000 | 0.0000 |

- note: mdlp found no cut worth making: the best candidate has gain 0.0258 where 0.567 is needed, 0.541 short`),
      '',
    ])
  })

  test('shows signs as they are', async () => {
    const binning = await fitTable({ 'a|b_c': ['<1H OCEAN', '*'] })
    expect(tableMarkdown(binning)).toContain('## a\\|b\\_c\n')
    expect(tableMarkdown(binning)).toContain('| &lt;1H OCEAN |')
    expect(tableMarkdown(binning)).toContain('| \\* |')
  })

  test('classes and numbers have their own columns', async () => {
    const heads = async (target: string): Promise<string | undefined> =>
      tableMarkdown(
        await small({ target, columns: ['size'], ...(target === 'price' ? { targetKind: 'numeric' } : {}) }),
      )
        .split('\n')
        .find((line) => line.startsWith('| bin'))
    expect(await heads('kind')).toBe('| bin | rows | share | a | b | c |')
    expect(await heads('price')).toBe('| bin | rows | share | mean | deviation |')
  })
})
