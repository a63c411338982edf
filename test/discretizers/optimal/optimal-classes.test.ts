import { equalsNaiveSearch } from './optimal-compare.ts'

equalsNaiveSearch('information about two classes', 'information')
equalsNaiveSearch('information about three and four classes', 'information', true)
