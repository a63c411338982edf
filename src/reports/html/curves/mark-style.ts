/** What lines, dots, bands and texts of pictures made here look like. */
export const MARK_STYLE: string = `
.tick,.cap,.lab{font:11px system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif;font-variant-numeric:tabular-nums;stroke:none}
.tick,.cap{fill:var(--soft)}
.lab{fill:var(--ink);font-weight:600}
.cap{paint-order:stroke;stroke:var(--bg);stroke-width:3px}
.grid{stroke:var(--grid);fill:none}
.axis{stroke:var(--axis);fill:none}
.cut{stroke:var(--cut);stroke-width:1.8;fill:none}
.border{stroke:var(--soft);stroke-width:.8;fill:none}
.now{stroke:var(--ink);stroke-width:1.6;stroke-dasharray:4 3;fill:none}
.next{stroke:var(--soft);stroke-width:1.2;stroke-dasharray:1 3;fill:none}
.mark{fill:var(--ink)}
.veil{fill:var(--bg);fill-opacity:.72}
.lens{fill:var(--card);stroke:var(--axis);stroke-dasharray:2 2;stroke-width:.7}
.line{stroke:var(--link);stroke-width:1.6;fill:none;stroke-linejoin:round}
.dot{fill:var(--link);stroke:none}
.dots{fill:var(--c0);stroke:var(--bg);stroke-width:.5}
.mean{stroke:var(--ink);stroke-width:2.4;fill:none}
.barred{fill:var(--bg);stroke:var(--axis);stroke-width:1}
.bar{stroke:var(--c4);stroke-width:1.8;stroke-dasharray:7 4;fill:none}
.first{fill:var(--ink);stroke:var(--bg);stroke-width:1.5}
.second{fill:var(--bg);stroke:var(--ink);stroke-width:1.8}
.pair{fill:none;stroke:var(--ink);stroke-width:2.4}
.stem{stroke:var(--link);stroke-width:1.4;fill:none}
.pin{stroke:var(--link);stroke-width:4.6;stroke-linecap:round;fill:none}
.more{fill:var(--link)}
.here{fill:var(--card);stroke:var(--ink);stroke-width:1.4}
.tick.ink{fill:var(--ink)}
.band{fill:var(--span)}
`.replaceAll('\n', '')
