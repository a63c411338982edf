import type { TraceStep } from '../../../discretizers/trace/trace-steps.ts'
import { knownOptions } from '../../../util/check.ts'
import { VERSION } from '../../../util/version.ts'
import { escaped, nameHtml, sentence } from '../../markup.ts'
import { counted, countText } from '../../number-text.ts'
import { printable, truncate } from '../../printed-text.ts'
import { legendHtml } from '../legend-html.ts'
import { pageHtml } from '../page-html.ts'
import { BELOW, columnDefinition, drawColumn } from './draw-histogram.ts'
import { drawStability, stabilityTable, stabilityWords } from '../curves/draw-stability.ts'
import { pictureSvg } from '../charts/svg-parts.ts'
import type { CutStability } from '../../../binning/curves/cut-stability.ts'
import { scrolling } from './numbers-html.ts'
import type { DrawnColumn } from './drawn-column.ts'
import { methodIntro } from './method-intros.ts'
import { PLAYER_HASH, PLAYER_SCRIPT } from './player-script.ts'
import { PLAYER_STYLE } from './player-style.ts'
import { type Scene, traceScenes } from './scenes.ts'

/** How the page of a trace is made. */
export type TracePageOptions = {
  /** name of the column; default "the column" */
  readonly column?: string | undefined
  /** name of the target; default not on the page */
  readonly target?: string | undefined
  /** the class whose colour comes first; default as in reports */
  readonly event?: string | undefined
  /** how values are written; default number */
  readonly kind?: 'number' | 'date' | undefined
  /** title of the page; default "How" the method cuts the column */
  readonly title?: string | undefined
  /** where the rows came from; default not on the page */
  readonly source?: string | undefined
  /** where cuts fall when the rows are drawn again, as `cutStability` finds it; default not on the page */
  readonly stability?: CutStability | undefined
}

/**
 * A trace as a page of one file that shows the method at work, step by step: the values of the column with the part that is
 * looked at, what every place would be worth, and the formulas with these numbers. Buttons, a slider and keys move between
 * the steps; without scripts all of them stand below each other. It loads nothing. Of traces with more than 120 steps some
 * are passed over, and the page says so.
 */
export function tracePage(steps: readonly TraceStep[], options: TracePageOptions = {}): string {
  knownOptions('tracePage', options, { column: 1, target: 1, event: 1, kind: 1, title: 1, source: 1, stability: 1 })
  const { column: name = 'the column', target = null, event = null, kind = 'number' } = options
  const { column, scenes } = traceScenes(steps, { column: name, target, event, kind })
  const { method } = column.start
  const title = printable(options.title ?? `How ${method} cuts ${truncate(printable(name), 80)}`)
  const body = [
    columnDefinition(column),
    headerHtml(column, title, options.source),
    '<main>',
    `<p class="how"><b>${escaped(method)}</b> ${escaped(methodIntro(method))}</p>`,
    controlsHtml(scenes.length),
    ...scenes.map(sceneHtml),
    options.stability === undefined ? '' : stabilityHtml(column, options.stability),
    listHtml(scenes),
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}. Left and right arrow keys move between the steps, Home and End go to the first and the last, the space bar plays.</footer>`,
  ]
  return pageHtml(title, body.join('\n'), PLAYER_STYLE, { text: PLAYER_SCRIPT, hash: PLAYER_HASH })
}

function headerHtml(column: DrawnColumn, title: string, source: string | undefined): string {
  const { start, names, series, target, outside } = column
  const facts = [
    ...(source === undefined ? [] : [nameHtml(source)]),
    `${escaped(countText(start.rows))} rows`,
    counted(start.values.length, 'distinct value'),
    ...(names.target === null ? [] : [`target ${nameHtml(names.target)}`]),
    ...(outside.below > 0 ? [`${countText(outside.below)} rows lie left of the picture`] : []),
    ...(outside.above > 0 ? [`${countText(outside.above)} rows lie right of it`] : []),
  ]
  return `<header><h1>${sentence(title)}</h1><p class="facts">${facts.join(' · ')}</p>${legendHtml(series, target)}</header>`
}

/** Hidden until the script shows them: without it they would do nothing. */
function controlsHtml(scenes: number): string {
  return [
    '<div class="play" hidden role="group" aria-label="steps"><div>',
    '<button type="button" id="first" aria-label="First step">|◀</button>',
    '<button type="button" id="back">◀ Back</button>',
    '<button type="button" id="go" class="go">Play</button>',
    '<button type="button" id="next">Next ▶</button>',
    '<button type="button" id="last" aria-label="Last step">▶|</button>',
    `<input type="range" id="at" min="0" max="${scenes - 1}" value="0" step="1" aria-label="step">`,
    '<output id="count" for="at"></output>',
    `<label class="sp">speed <select id="speed" aria-label="seconds per step"><option value="5000">slow</option><option value="2500"${scenes > 60 ? '' : ' selected'}>normal</option><option value="500"${scenes > 60 ? ' selected' : ''}>fast</option></select></label>`,
    '</div><div class="sr" id="said" aria-live="polite"></div></div>',
  ].join('')
}

function sceneHtml({ title, text, picture, legend, numbers, step }: Scene, i: number): string {
  const words = text.filter((one) => one !== '').map((one) => `<p class="say">${sentence(one)}</p>`)
  const list =
    legend.length === 0 ? '' : `<ul class="legend">${legend.map((entry) => `<li>${entry}</li>`).join('')}</ul>`
  return [
    `<section class="scene" id="s${i + 1}"${step === null ? '' : ` data-step="${step}"`}><h2>${sentence(title)}</h2>${words.join('')}`,
    `<div class="stage"><figure>${picture}${list}</figure>`,
    numbers === '' ? '' : `<div class="numbers">${numbers}</div>`,
    '</div></section>',
  ].join('')
}

/** Whether other rows would give the same cuts: below the steps, whichever is shown. */
function stabilityHtml(column: DrawnColumn, stability: CutStability): string {
  const textOf = (value: number): string => column.text(value)
  const words = stabilityWords(stability, textOf)
  const { body, height, legend } = drawStability(stability, column.axis, BELOW)
  const cuts = stability.cuts.map(({ cut }) => cut)
  const svg = pictureSvg(
    height,
    'Where cuts fall when rows are drawn again; the table has the numbers.',
    drawColumn(column, { cuts, unlabelled: cuts.length > 20 }) + body,
  )
  const list = `<ul class="legend">${legend.map((entry) => `<li>${entry}</li>`).join('')}</ul>`
  const table = cuts.length === 0 ? '' : scrolling('how each cut fared', stabilityTable(stability, textOf))
  return `<section id="stable"><h2>Would other rows give the same cuts?</h2><div class="stage"><figure>${svg}${list}</figure><div class="numbers">${words.map((one) => `<p>${sentence(one)}</p>`).join('')}${table}</div></div></section>`
}

/** All steps as links, to look up one or to go to it. */
function listHtml(scenes: readonly Scene[]): string {
  const entries = scenes.map(({ title }, i) => `<li><a href="#s${i + 1}">${sentence(title)}</a></li>`)
  return `<section><details><summary>All ${scenes.length} steps</summary><ol class="steps">${entries.join('')}</ol></details></section>`
}
