/** Colours of the classes on a light and on a dark ground, in the order of the fills; the last is "others". */
const LIGHT = ['#1d5c99', '#f0a33c', '#8a2f6f', '#7fb069', '#c8442f', '#e3a0c4', '#6b4fb0', '#c9ced6']
const DARK = ['#62a8e8', '#c98a2c', '#dd86c2', '#5c8f47', '#f0806a', '#96587a', '#a892ee', '#4b5561']

const colors = (list: readonly string[]): string => list.map((color, i) => `--c${i}:${color}`).join(';')

/** The colours on a light ground, as variables of a style sheet. */
export const LIGHT_VARIABLES: string = `--bg:#fff;--card:#f6f7f9;--ink:#1b1f24;--soft:#565f69;--grid:#e4e7eb;--axis:#8b949e;--cut:#1b1f24;--link:#0b57a4;--span:#a9c8e6;${colors(LIGHT)}`
/** The colours on a dark ground. */
export const DARK_VARIABLES: string = `--bg:#14171c;--card:#1c2128;--ink:#e6e9ee;--soft:#a5aeb9;--grid:#2b323b;--axis:#6c7683;--cut:#f5f7fa;--link:#82bbf2;--span:#2f577d;${colors(DARK)}`

/** The style of a report: light and dark as the reader's system is, on a phone, on a desk and on paper. */
export const STYLE: string = `
:root{color-scheme:light dark;${LIGHT_VARIABLES}}
@media (prefers-color-scheme:dark){:root{${DARK_VARIABLES}}}
*{box-sizing:border-box}
body{margin:0 auto;max-width:66rem;padding:1.5rem 1rem 4rem;background:var(--bg);color:var(--ink);font:1rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;overflow-wrap:anywhere}
h1{font-size:1.6rem;line-height:1.25;margin:0 0 .25rem}
h2{font-size:1.25rem;line-height:1.3;margin:0}
h3,.small{font-size:.95rem;margin:1rem 0 .25rem}
p{margin:.35rem 0}
a{color:var(--link)}
.facts,figcaption,figure p,.how{color:var(--soft);font-size:.875rem}
.how{background:var(--card);border-radius:.5rem;padding:.6rem .9rem;margin:1rem 0}
section{border-top:1px solid var(--grid);margin-top:2rem;padding-top:1.5rem}
.charts{display:grid;grid-template-columns:repeat(auto-fit,minmax(min(100%,20rem),1fr));gap:1rem 2rem;margin:.75rem 0;align-items:start}
figure{margin:0;max-width:29rem}
figure+figure{margin-top:1rem}
.charts>figure{margin:0}
figcaption{font-weight:600}
figure>svg{display:block;width:100%;height:auto;overflow:visible;fill:currentColor;text-anchor:middle}
svg text{font:11px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;stroke:none;white-space:pre}
ul{margin:.25rem 0;padding-left:1.2rem}
li b{font-variant-numeric:tabular-nums;margin-right:.35em}
.legend{display:flex;flex-wrap:wrap;gap:.1rem 1rem;list-style:none;padding:0;font-size:.875rem}
ul.legend>li:first-child:not(:has(svg)){color:var(--soft)}
.k{width:.85em;height:.85em;margin-right:.4em;vertical-align:-.08em}
table{border-collapse:collapse;width:100%;font-size:.875rem;font-variant-numeric:tabular-nums;margin:.5rem 0}
th,td{padding:.22rem .5rem;text-align:right;border-bottom:1px solid var(--grid);vertical-align:top}
td,thead th{white-space:nowrap;overflow-wrap:normal}
td.t,thead th.n{white-space:normal;overflow-wrap:anywhere}
thead th{color:var(--soft);font-weight:600;vertical-align:bottom;border-bottom-color:var(--axis)}
th:first-child,.t{text-align:left}
tbody th{font-weight:400}
tfoot th,tfoot td{font-weight:600;border-bottom:0}
tbody tr:last-child>*{border-bottom-color:var(--axis)}
abbr{text-decoration:none}
.rows{display:grid;gap:0 2rem;align-items:start}
.rows>div{min-width:0;font-size:.875rem;overflow-x:auto}
.bins th:first-child{min-width:6rem}
.sum td.t{width:34%;white-space:nowrap;overflow-wrap:normal}
.sum .p{width:9.5rem;text-align:left;color:var(--soft)}
.sum td,.sum th{vertical-align:middle}
.m{display:inline-block;width:calc(100% - 4rem);height:.7em;background:var(--grid);border-radius:.2em;margin-right:.3em}
.m i{display:block;height:100%;background:var(--c0);border-radius:.2em}
.m,.m i{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.s{display:block;width:8.5rem;height:1.6rem;fill:var(--c0)}
.s .c{fill:none;stroke:var(--cut);stroke-width:1;vector-effect:non-scaling-stroke}
.bar{display:block;width:100%;max-width:40rem;height:1.4rem;margin:.6rem 0 .3rem}
details{border-top:1px solid var(--grid);padding:.4rem 0}
details.more{border:0;padding:0}
summary{cursor:pointer}
summary span{color:var(--soft);margin-left:.5em}
footer{margin-top:2.5rem;color:var(--soft);font-size:.8125rem}
.d{position:absolute;width:0;height:0}
@media screen and (min-width:60rem){
.rows{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
.rows>:only-child{max-width:42rem}
}
@media (max-width:40rem){
body{padding-top:1rem}
th,td{padding:.2rem .25rem}
table{font-size:.8125rem}
.bins th:first-child{min-width:0}
.bins thead th.n{font-size:.6875rem}
.sum .p,th.o,td.o{display:none}
.sum thead th{white-space:normal}
.sum tbody th{min-width:8.5rem}
.m{width:calc(100% - 3.6rem)}
}
@page{size:A4;margin:14mm}
@media print{
:root{color-scheme:light;${LIGHT_VARIABLES}}
html{font-size:10.5px}
body{max-width:none;padding:0}
.charts{grid-template-columns:1fr 1fr;gap:.5rem 1.25rem}
.charts>:only-child{max-width:60%}
.charts.w{grid-template-columns:1fr 1fr 1fr}
.charts.w>div{display:contents}
.charts.w>div>figure{margin:0}
.charts.w>div+div>figure:not(:last-child){display:none}
.charts.w svg text{font-size:12.5px}
.rows{grid-template-columns:minmax(0,3fr) minmax(0,2fr)}
th,td{padding:.1rem .5rem}
section{margin-top:1rem;padding-top:.75rem;break-inside:avoid}
h2,h3,.facts,thead{break-after:avoid}
figure,tr,li,.how{break-inside:avoid}
a{color:inherit;text-decoration:none}
.how{border:1px solid var(--grid)}
details.more::details-content{content-visibility:visible;block-size:auto}
}
`.replaceAll('\n', '')

/** Lines and dots over the colour of each fill, so that classes can be told apart without colour. */
const PATTERNS: readonly string[] = [
  '',
  '<path d="M-1 1l2-2M0 6l6-6M5 7l2-2"/>',
  '<path d="M1.5 1.5h.01M4.5 4.5h.01" stroke-linecap="round" stroke-width="2"/>',
  '<path d="M0 1.5h6M0 4.5h6"/>',
  '<path d="M-1 5l2 2M0 0l6 6M5-1l2 2"/>',
  '<path d="M0 3h6M3 0v6"/>',
  '<path d="M1.5 0v6M4.5 0v6"/>',
  '',
  '<path d="M-1 1l2-2M0 6l6-6M5 7l2-2" stroke-width="2.2" stroke-opacity=".75"/>',
]

/**
 * The fills of all charts as an SVG that is put into a page once: `url(#k0)` and on for classes, the last for missing values
 * and special codes. Their colours are the variables `--c0` to `--c7` of the page.
 *
 *     console.log(FILLS.includes('<pattern id="k0"')) // → true
 */
export const FILLS: string = `<svg class="d" aria-hidden="true"><defs>${PATTERNS.map(
  (pattern, i) =>
    `<pattern id="k${i}" width="6" height="6" patternUnits="userSpaceOnUse"><path d="M0 0h6v6H0z" fill="var(--c${i % 8})"/><g stroke="var(--bg)" stroke-opacity=".5" fill="none">${pattern}</g></pattern>`,
).join('')}</defs></svg>`
