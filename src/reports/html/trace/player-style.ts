/** What the page of a trace adds, besides its marks, to the style of all pages. */
export const PLAYER_STYLE: string = `
.play{position:sticky;top:0;z-index:1;background:var(--bg);border-bottom:1px solid var(--grid);padding:.5rem 0;margin-top:1rem}
.play[hidden]{display:none}
.play div{display:flex;flex-wrap:wrap;align-items:center;gap:.4rem}
.play button,.play select{font:inherit;font-size:.9375rem;min-width:2.75rem;min-height:2.25rem;padding:.1rem .6rem;color:var(--ink);background:var(--card);border:1px solid var(--axis);border-radius:.4rem;cursor:pointer}
.play button:disabled{opacity:.45;cursor:default}
.play button.go{min-width:5rem}
.play input{flex:1 1 12rem;min-width:8rem;min-height:2.25rem;accent-color:var(--link);margin:0 .3rem}
.play output{font-variant-numeric:tabular-nums;font-size:.9375rem;min-width:7rem;text-align:right}
.play label{font-size:.875rem;color:var(--soft)}
:focus-visible{outline:3px solid var(--link);outline-offset:2px}
.scene{scroll-margin-top:6rem;border-top:1px solid var(--grid);margin-top:1.5rem;padding-top:1rem}
.player .scene{border:0;margin:0}
.scene[hidden]{display:none}
.scene h2 small{color:var(--soft);font-weight:400;font-size:.875rem;margin-left:.5rem}
.say{font-size:1.0625rem;max-width:48rem}
.stage{display:grid;gap:.5rem 2.5rem;align-items:start;margin-top:.5rem}
.stage>*{min-width:0}
.stage figure{max-width:34rem}
.stage .legend{flex-direction:column}
.k.w{width:1.4em}
.gains .w0{width:28%}
.gains .m{width:100%;min-width:3rem}
.f{font-variant-numeric:tabular-nums;background:var(--card);border-radius:.4rem;padding:.4rem .7rem}
.f span{display:block;padding-left:1rem;overflow-wrap:anywhere}
.scroll{overflow-x:auto}
.scroll table{margin:.3rem 0}
.scroll thead th.n{white-space:nowrap;overflow-wrap:normal;font-size:inherit}
.scroll table{font-size:.8125rem}
.scroll th,.scroll td{padding:.22rem .3rem}
.scroll tbody th:first-child{min-width:5rem}
.scroll thead .k{margin-right:.25em}
.scroll td small,.versus small{color:var(--soft);font-size:1em}
.numbers{font-size:.9375rem}
.numbers .k{display:inline-block}
.tried .t{min-width:7rem;white-space:normal;overflow-wrap:normal}
.o{color:var(--soft)}
.versus th{width:8.5rem}
.versus td.t{width:50%}
.versus .m{width:100%}
.versus tr:first-child .m i{background:var(--ink)}
.versus tr:last-child .m i{background:var(--c4)}
.verdict{font-weight:600;margin-bottom:1rem}
.yes>*{font-weight:700}
.sr{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.steps{columns:22rem;font-size:.875rem}
@media screen and (min-width:60rem){
.stage{grid-template-columns:minmax(0,1fr) minmax(0,1fr)}
.stage figure{position:sticky;top:4.5rem}
}
@media (max-width:40rem){
.play{padding:.35rem 0}
.scroll th,.scroll td{padding:.2rem .25rem}
.scroll tbody th:first-child{min-width:0}
.numbers{font-size:.875rem}
.play label.sp{display:none}
.play output{order:3;min-width:6rem}
.play input{flex:1 1 10rem;order:2;margin:0}
.play button{padding:.1rem .45rem}
}
@media print{
.play{display:none}
}
`.replaceAll('\n', '')
