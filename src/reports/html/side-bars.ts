/** A bar to the right of a line where a number is above 0, to the left where it is below; the longest fill the width. */
export function sideBar(value: number, widest: number): string {
  const size = widest > 0 ? (48 * Math.abs(value)) / widest : 0
  const bar = `<rect${value > 0 ? ' class="e"' : ''} x="${(value > 0 ? 50 : 50 - size).toFixed(1)}" y="3" width="${size.toFixed(1)}" height="10"/>`
  return `<svg class="sb" viewBox="0 0 100 16" preserveAspectRatio="none" aria-hidden="true">${bar}<path class="z" d="M50 0V16"/></svg>`
}

/** What such bars look like, and columns of a card or model beside each other, on a screen and on paper. */
export const SIDE_STYLE: string = `
.sb{display:block;width:100%;height:1.1rem}
.sb .z{stroke:var(--axis);vector-effect:non-scaling-stroke}
.sb rect{fill:var(--c0)}.sb .e{fill:var(--c4)}
.sb,.sb rect{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.k.w{width:22px}
td.sd{width:20%;min-width:3.5rem}
section>div{overflow-x:auto}
.cols{display:grid;gap:0 2.5rem;align-items:start}
.cols>section{min-width:0;margin-top:1.25rem;padding-top:1rem;break-inside:avoid}
.cols th:first-child{min-width:5.5rem;overflow-wrap:break-word}
.txt th:first-child{min-width:4.5rem;overflow-wrap:break-word}
@media screen and (min-width:60rem){.cols{grid-template-columns:1fr 1fr}}
@media (max-width:40rem){.txt td{white-space:normal}.cols th:first-child{min-width:4.2rem}td.sd{min-width:2rem}.cols td,.cols th{padding:.2rem .15rem}}
@media print{
.cols{display:block;columns:2;column-gap:1.5rem}
.cols>section{margin-top:.5rem;padding-top:.4rem}
.cols table{font-size:.7rem}
.cols td,.cols th{padding:.12rem .2rem}
.cols td.sd{min-width:2rem}
}
`.replaceAll('\n', '')
