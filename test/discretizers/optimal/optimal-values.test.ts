import { equalsNaiveSearch } from './optimal-compare.ts'

equalsNaiveSearch('information value', 'iv')
equalsNaiveSearch('explained variance', 'variance')
