import { chartFile, chartName, chartPng, shownCharts } from './chart-file.ts'
import { baseName, type TakeFormat } from './take-format.ts'

/** The charts of the panel that is shown, each as SVG and as PNG. */
export function chartFormats(base: string): TakeFormat[] {
  return shownCharts().map((chart, i) => {
    const name = chartName(chart)
    const short = name.split(/[:.;]\s/)[0].slice(0, 60)
    const file = `${base}.${baseName(short).toLowerCase()}`
    return {
      id: `chart-${i + 1}`,
      group: 'Charts shown',
      title: short,
      about: 'As it is shown now, in the colours of the page.',
      ofColumns: false,
      choice: {
        label: 'form',
        options: [
          { id: 'svg', title: 'SVG, sharp at any size' },
          { id: 'png', title: 'PNG, twice the size' },
        ],
      },
      make: async ({ choice }) => {
        const drawn = chartFile(chart)
        return choice === 'png'
          ? { name: `${file}.png`, type: 'image/png', body: await chartPng(drawn) }
          : { name: `${file}.svg`, type: 'image/svg+xml', body: drawn.svg }
      },
    }
  })
}
