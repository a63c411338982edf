import { sentence } from '../../markup.ts'
import { VERSION } from '../../../util/version.ts'
import { LINE_STYLE } from '../curves/line-chart.ts'
import { MARK_STYLE } from '../curves/mark-style.ts'
import { withLegend } from '../charts/svg-parts.ts'
import { pageHtml } from '../page-html.ts'
import { PLAYER_HASH, PLAYER_SCRIPT } from './player-script.ts'
import { PLAYER_STYLE } from './player-style.ts'
import type { Words } from './scene-words.ts'

/** One step as it is shown: everything is text that may stand in a page. */
export interface Scene extends Words {
  /** number of the step in the trace, from 1; null where steps are passed over, and at the end */
  readonly step: number | null
  /** picture of what is looked at and what is measured; a page that shows it must hold the fills of the classes */
  readonly picture: string
  /** what the marks of the picture mean, one entry each */
  readonly legend: readonly string[]
  /** tables and formulas with the numbers of this step */
  readonly numbers: string
}

/** What a page with a player is made of; all of it is markup but the title. */
export interface PlayerPage {
  readonly title: string
  readonly header: string
  readonly intro: string
  /** what pictures refer to */
  readonly definitions: string
  readonly scenes: readonly Scene[]
  /** what stands below the steps */
  readonly below: string
}

/** A page that shows one scene at a time. Buttons, a slider and keys move between them; without scripts all are there. */
export function playerPage({ title, header, intro, definitions, scenes, below }: PlayerPage): string {
  const body = [
    definitions,
    header,
    '<main>',
    intro,
    controlsHtml(scenes.length),
    ...scenes.map(sceneHtml),
    below,
    listHtml(scenes),
    '</main>',
    `<footer>Made by Kerf ${sentence(VERSION)}. Left and right arrow keys move between the steps, Home and End go to the first and the last, the space bar plays.</footer>`,
  ]
  return pageHtml(title, body.join('\n'), MARK_STYLE + LINE_STYLE + PLAYER_STYLE, {
    text: PLAYER_SCRIPT,
    hash: PLAYER_HASH,
  })
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
  return [
    `<section class="scene" id="s${i + 1}"${step === null ? '' : ` data-step="${step}"`}><h2>${sentence(title)}</h2>${words.join('')}`,
    `<div class="stage">${withLegend(picture, legend)}`,
    numbers === '' ? '' : `<div class="numbers">${numbers}</div>`,
    '</div></section>',
  ].join('')
}

/** All steps as links, to look up one or to go to it. */
function listHtml(scenes: readonly Scene[]): string {
  const entries = scenes.map(({ title }, i) => `<li><a href="#s${i + 1}">${sentence(title)}</a></li>`)
  return `<section><details><summary>${scenes.length === 1 ? 'The only step' : `All ${scenes.length} steps`}</summary><ol class="steps">${entries.join('')}</ol></details></section>`
}
