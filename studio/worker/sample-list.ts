/** A table that comes with the page. */
export interface Sample {
  readonly id: string
  readonly title: string
  /** one line on what it holds */
  readonly about: string
  readonly target: string
  /** the column of its picture */
  readonly pictured: string
}

/** The samples in the order of the empty page. */
export const SAMPLES: readonly Sample[] = [
  {
    id: 'iris',
    title: 'Iris',
    about: '150 flowers of three species, four lengths each',
    target: 'species',
    pictured: 'petal_length',
  },
  {
    id: 'penguins',
    title: 'Penguins',
    about: '344 penguins of three species, with missing values',
    target: 'species',
    pictured: 'flipper_length_mm',
  },
  {
    id: 'credit',
    title: 'Credit',
    about: '4,000 made-up loans, of which some were not paid back',
    target: 'default',
    pictured: 'utilization',
  },
]
