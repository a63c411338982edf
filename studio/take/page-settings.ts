import { remember } from '../state/remembered.ts'
import { chosen, theme, view } from '../state/store.ts'

// What a project keeps of the page as a whole; panels add what is theirs.
remember('panel', view, (value) => typeof value === 'string')
remember('column', chosen, (value) => value === null || typeof value === 'string')
remember('theme', theme, (value) => value === null || value === 'light' || value === 'dark')
