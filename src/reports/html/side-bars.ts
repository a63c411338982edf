/** A bar to the right of a line where a number is above 0, to the left where it is below; the longest fill the width. */
export function sideBar(value: number, widest: number): string {
  const size = widest > 0 ? (48 * Math.abs(value)) / widest : 0
  const bar = `<rect${value > 0 ? ' class="e"' : ''} x="${(value > 0 ? 50 : 50 - size).toFixed(1)}" y="3" width="${size.toFixed(1)}" height="10"/>`
  return `<svg class="w" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">${bar}<path class="z" d="M50 0V16"/></svg>`
}

/** What such bars look like, and columns of a card or model beside each other, on a screen and on paper. */
export const SIDE_STYLE: string =
  '.w{display:block;width:100%;min-width:5rem;height:1.1rem}.w .z{stroke:var(--axis);vector-effect:non-scaling-stroke}' +
  '.w rect{fill:var(--c0)}.w .e{fill:var(--c4)}.w,.w rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}' +
  'td.w0{width:26%}section>div{overflow-x:auto}.cols{display:grid;gap:0 2.5rem;align-items:start}' +
  '.cols>section{min-width:0;margin-top:1.25rem;padding-top:1rem;break-inside:avoid}.cols td.w0{min-width:5.5rem}' +
  '@media screen and (min-width:60rem){.cols{grid-template-columns:1fr 1fr}}' +
  '@media print{.cols{display:block;columns:2;column-gap:1.5rem}.cols>section{margin-top:.5rem;padding-top:.4rem}.cols table{font-size:.7rem}.cols td.w0{min-width:3rem}}' +
  '@media (max-width:40rem){.w{min-width:3rem}}'
