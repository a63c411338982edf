/** How the parts of a drawn tree look, on a page and in a picture of its own. */
export const DRAWING_STYLE: string = `
.e{fill:none;stroke:var(--axis);stroke-width:1.2}
.e.h{stroke-width:2.6}
.x{fill:var(--bg);stroke:var(--axis)}
.l{fill:var(--card);stroke:var(--axis)}
.f{fill:var(--bg);stroke:var(--axis);stroke-dasharray:4 3}
.b{font-weight:600}
.o{fill:var(--soft)}
`.replaceAll('\n', '')

/**
 * What a page of a tree adds to the style of all pages: one part of the tree is seen at a time, and one a little wider
 * than the window is shrunk before it has to be scrolled; a shadow says at which side there is more.
 */
export const TREE_PAGE_STYLE: string = `
${DRAWING_STYLE}
body{max-width:none}
header,.how,.scores,details,footer,nav,.view>p{max-width:64rem}
.view{display:none;border:0;margin-top:1rem;padding-top:0}
.view:target,.whole{display:block}
.view:target~.whole{display:none}
.whole:target{display:block}
figure.tree{max-width:none;overflow-x:auto;padding:2px;background:linear-gradient(to right,var(--bg),transparent) left/3rem 100% no-repeat local,linear-gradient(to left,var(--bg),transparent) right/3rem 100% no-repeat local,linear-gradient(to right,var(--axis),transparent) left/.8rem 100% no-repeat,linear-gradient(to left,var(--axis),transparent) right/.8rem 100% no-repeat}
figure.tree>svg{width:clamp(calc(var(--w)*.75),100%,var(--w));max-width:none;height:auto;text-anchor:start;overflow:hidden}
figure.tree a:hover .f,figure.tree a:focus .f{stroke:var(--link);stroke-width:2}
figure.tree a text{fill:var(--link)}
figure.tree a:focus{outline:none}
nav ol{display:flex;flex-wrap:wrap;gap:.1rem .5rem;list-style:none;padding:0;margin:.5rem 0}
nav li+li::before{content:"› ";color:var(--soft)}
pre{white-space:pre-wrap;font-size:.8125rem;overflow-wrap:anywhere}
details table,.scores table{max-width:36rem}
@media print{figure.tree{overflow:visible;background:none}figure.tree>svg{width:100%;max-width:44rem;height:auto}nav{display:none}}
`.replaceAll('\n', '')
