// Shows that the built library loads.
import * as kerf from '../dist/index.js'

const names = Object.keys(kerf)
console.log(`kerf loaded: ${names.length} exports (${names.join(', ')})`)
