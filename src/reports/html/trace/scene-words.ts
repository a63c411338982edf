import type { PartStep, TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { counted } from '../../number-text.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { placesBetween } from './entropy-places.ts'
import { rangeText } from './pair-numbers.ts'

/** What a scene says: a title, and sentences. */
export interface Words {
  /** what happens, in a few words */
  readonly title: string
  /** the same in sentences */
  readonly text: readonly string[]
}

/** A reason as a sentence. */
function told(why: string): string {
  const end = /[.!?]$/.test(why) ? '' : '.'
  return `${why.replace(/^[a-z]/, (letter) => letter.toUpperCase())}${end}`
}

/** The title and the sentences of a step; `part` is the one that a split or a limit is about. */
export function sceneWords(column: DrawnColumn, step: TraceStep, part: PartStep | null): Words {
  const why = told(step.why)
  switch (step.step) {
    case 'start':
      return { title: 'The column', text: [why, startText(column)] }
    case 'part':
      return partWords(column, step)
    case 'split':
      return splitWords(column, step, part)
    case 'leave':
      return { title: `Leave ${rangeText(column, step)} whole`, text: [why] }
    case 'fuse':
      return { title: `Drop the cut between ${column.text(step.below)} and ${column.text(step.above)}`, text: [why] }
    case 'choice':
      return { title: 'Choose the number of bins', text: [`For each number of bins the best binning was looked for. ${why}`, measureNote(step.measure)] } // prettier-ignore
    case 'place':
      return placeWords(column, step)
    case 'bins':
      return { title: `Make ${counted(step.bins, 'bin')}`, text: [why] }
    case 'width':
      return { title: `${counted(step.bins, 'bin')} of one width`, text: ['The width of a bin is the whole range divided by the number of bins.', why] } // prettier-ignore
    case 'rank':
      return rankWords(step, why)
    case 'given':
      return { title: `Cut at ${column.text(step.cut)}`, text: [why] }
    case 'boundaries':
      return { title: 'Cut wherever the class changes', text: [why] }
    case 'readable':
      return { title: 'Make the cuts readable', text: [why] }
    default:
      return mergeWords(column, step)
  }
}

type OfKind<Kind extends TraceStep['step']> = Extract<TraceStep, { step: Kind }>

function startText({ start }: DrawnColumn): string {
  if (start.target === null) return 'There is no target: only the values themselves count.'
  if (start.target.kind === 'numeric')
    return 'Each dot is the mean of the target of the rows nearby, the larger the more rows. The line is the mean of each bin, so far of all rows.'
  return 'A bar is as high as there are rows with these values; its colours are their classes. The strip below shows the bins made so far with the shares of their classes: now one bin with everything in it.'
}

function partWords(column: DrawnColumn, step: PartStep): Words {
  const range = rangeText(column, step.part)
  const title = step.depth === 0 ? 'Where would one cut tell most?' : `Look at the part ${range}`
  const why = told(step.why)
  if (step.candidates.length === 0) return { title, text: [`${why} There is nothing to cut here.`] }
  if (step.best === null) return { title, text: [why] }
  const changes = column.start.classes !== null && placesBetween(column, step).length > 0
  const places = `${counted(step.candidates.length, 'place')}${changes ? ' where the class changes' : ''} ${step.candidates.length === 1 ? 'is' : 'are'} tried`
  const cut = column.text(step.candidates[step.best].cut)
  const verdict = step.accepted ? 'So a cut here is worth it.' : 'So this part stays whole.'
  const only = changes && step.depth === 0 ? ' The best cut never lies inside a run of one class, so the others need not be tried.' : '' // prettier-ignore
  return { title, text: [`${places}; the best is ${cut}.${only} ${why} ${verdict}`] }
}

function splitWords(column: DrawnColumn, step: OfKind<'split'>, part: PartStep | null): Words {
  const cut = part?.best == null ? '' : ` at ${column.text(part.candidates[part.best].cut)}`
  const why = step.why.startsWith('of the parts') ? ` ${told(step.why)}` : ''
  return {
    title: `Cut${cut}`,
    text: [`The part ${rangeText(column, step)} becomes two.${why} Now each side is looked at on its own.`],
  }
}

function placeWords(column: DrawnColumn, step: OfKind<'place'>): Words {
  const cut = step.best === null ? '' : ` at ${column.text(step.candidates[step.best].cut)}`
  return {
    title: `Why a cut${cut}?`,
    text: [`The other cuts stay, and this one is moved between its neighbours. ${told(step.why)}`],
  }
}

function rankWords(step: OfKind<'rank'>, why: string): Words {
  const end = { cut: '', repeated: ' No further cut is made.', end: ' No cut is made.' }[step.outcome]
  return { title: `Cut ${step.i}: after ${counted(step.rank, 'row')}`, text: [`${why}${end}`] }
}

function mergeWords(
  column: DrawnColumn,
  step: OfKind<'intervals' | 'merge' | 'level' | 'back' | 'stop' | 'add'>,
): Words {
  const why = told(step.why)
  switch (step.step) {
    case 'intervals':
      return {
        title: `Start with ${counted(step.intervals.length, 'interval')}`,
        text: [why, 'χ² measures how different the classes of two neighbours are. The pair with the least χ² is merged, then all is compared again.'],
      } // prettier-ignore
    case 'merge':
      return {
        title: `Merge ${rangeText(column, step.left)} with ${rangeText(column, step.right)}`,
        text: [`${why} ${counted(step.bins, 'interval')} become ${step.bins - 1}.`],
      }
    case 'level':
      return { title: `Level ${step.level + 1} is done: ${counted(step.bins, 'bin')}`, text: [why, step.consistent ? 'So the bar is raised, and merging goes on.' : 'That is too much.'] } // prettier-ignore
    case 'back':
      return { title: `Go back to ${counted(step.bins, 'bin')}`, text: [why] }
    case 'stop':
      return { title: `Stop: ${counted(step.bins, 'bin')} stay apart`, text: [why] }
    default:
      return addWords(column, step, why)
  }
}

function addWords(column: DrawnColumn, step: OfKind<'add'>, why: string): Words {
  if (step.best === null) return { title: 'No further cut', text: [why] }
  const cut = column.text(step.candidates[step.best].cut)
  const tried = `${counted(step.candidates.length, 'place')} for one more cut ${step.candidates.length === 1 ? 'is' : 'are'} tried, all where the class changes; the best is ${cut}.`
  return { title: step.accepted ? `Add a cut at ${cut}` : 'One more cut is not worth it', text: [`${tried} ${why}`] }
}

/** What the score of a choice means, where it does not say so itself. */
function measureNote(measure: string): string {
  if (measure === 'information')
    return 'Information is what the bin of a row tells about its class, in bits: nothing with one bin, and no more than the classes are mixed in the whole column.'
  return ''
}
