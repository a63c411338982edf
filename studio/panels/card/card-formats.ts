import { scorecardPage } from '../../../src/reports/index.ts'
import { scorecardToJson } from '../../../src/scorecards/index.ts'
import type { TakeFormat } from '../../take/take-format.ts'
import type { CardMade } from '../../worker/jobs/card-job.ts'

/** What can be taken away of a card. */
export function cardFormats({ card, assessment, apart }: CardMade, base: string): TakeFormat[] {
  const common = { group: 'Scorecard', ofColumns: false } as const
  return [
    {
      ...common,
      id: 'card-json',
      title: 'Saved scorecard',
      about: 'The card for kerf predict and the library.',
      make: async () => ({ name: `${base}.card.json`, type: 'application/json', body: scorecardToJson(card) }),
    },
    {
      ...common,
      id: 'card-html',
      title: 'Scorecard as a page',
      about: 'The points, what is left out and how well it does; loads nothing, prints well.',
      make: async () => ({
        name: `${base}.card.html`,
        type: 'text/html;charset=utf-8',
        body: scorecardPage(card, { assessment, apart }),
      }),
    },
  ]
}
