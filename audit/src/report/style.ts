// The only stylesheet of the page: for light, dark and forced colours on screens, and for print, which is always light.

export const STYLE = `
:root{color-scheme:light dark;--page:#f4f5f7;--paper:#fff;--ink:#1c232b;--soft:#56606c;--line:#dfe3e8;--axis:#c9ced6;--band:#e3efe9;--marked:#fde7a8;--even:#1a7f5a;--uneven:#b3261e;--undecided:#8a6100;--even_on_average:#8a6100;--too_small_to_matter:#1a7f5a;--none:#5f6670}
@media screen and (prefers-color-scheme:dark){:root{--page:#14191c;--paper:#1c2327;--ink:#e4e8ea;--soft:#a6b0b8;--line:#363f45;--axis:#56616a;--band:#24403a;--marked:#5c4a17;--even:#4fc3a1;--uneven:#ff9b8f;--undecided:#e3b458;--even_on_average:#e3b458;--too_small_to_matter:#4fc3a1;--none:#a6b0b8}}
@media (forced-colors:active){:root{--ink:CanvasText;--soft:CanvasText;--line:CanvasText;--axis:CanvasText;--band:Canvas;--marked:Mark;--even:CanvasText;--uneven:CanvasText;--undecided:CanvasText;--even_on_average:CanvasText;--too_small_to_matter:CanvasText;--none:CanvasText}}
*{box-sizing:border-box}
body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,-apple-system,"Segoe UI",Roboto,"Helvetica Neue",Arial,sans-serif}
main{max-width:54rem;margin:2rem auto;padding:2.25rem 2.75rem 3rem;background:var(--paper);border:1px solid var(--line);border-radius:14px}
h1{font-size:1.05rem;font-weight:600;color:var(--soft);margin:0 0 .75rem}
h2{font-size:1.25rem;margin:2.5rem 0 .5rem}
h3{font-size:1rem;margin:0 0 .35rem}
p{margin:.5rem 0}
.conclusion{border-left:6px solid;padding:.35rem 0 .35rem 1.1rem;margin:0 0 1rem}
.conclusion strong{display:block;font-size:1.9rem;line-height:1.2}
.conclusion p{font-size:1.1rem;margin:.35rem 0 0}
.even{color:var(--even)}
.uneven{color:var(--uneven)}
.undecided{color:var(--undecided)}
.even_on_average{color:var(--even_on_average)}
.too_small_to_matter{color:var(--too_small_to_matter)}
.none{color:var(--none)}
.conclusion p{color:var(--ink)}
.soft{color:var(--soft)}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.25rem 1.25rem;margin:1rem 0}
dt{color:var(--soft)}dd{margin:0;overflow-wrap:anywhere}
table{border-collapse:collapse;width:100%;margin:.75rem 0}
th,td{text-align:left;padding:.45rem .6rem .45rem 0;border-bottom:1px solid var(--line);vertical-align:middle}
th{font-weight:600;font-size:.875rem;color:var(--soft)}
.figures{font-size:.875rem}
td small{display:block;color:var(--soft);line-height:1.35}
.number{text-align:right;font-variant-numeric:tabular-nums;white-space:nowrap}
th.number{padding-left:.6rem}
.interval,.axis{display:block;width:240px}
.interval{height:28px}
.axis{text-align:center}
.topics{display:block;overflow:visible;width:100%;height:auto;margin:.75rem 0}
.topics text{font-size:11px;fill:var(--soft)}
.scroll{overflow-x:auto}
.measures .status{padding-left:.75rem}
.status{font-weight:600;white-space:nowrap}
.pair{border:1px solid var(--line);border-radius:10px;padding:1rem 1.15rem;margin:1rem 0;break-inside:avoid}
.sides{display:grid;grid-template-columns:1fr 1fr;gap:1.25rem}
.sides>div{min-width:0;overflow-wrap:anywhere}
.sides .prompt{font-size:.9rem;color:var(--soft);margin:0 0 .5rem}
.sides .answer{font-size:.95rem;white-space:pre-line;margin:0}
mark{background:var(--marked);color:inherit;padding:0 .1em;border-radius:3px}
@media (forced-colors:active){mark{color:MarkText}.interval rect,.topics rect{stroke:CanvasText;stroke-dasharray:4 3}}
code{font-size:.85em;overflow-wrap:anywhere}
@media (max-width:44rem){main{margin:0;padding:1.25rem;border:0;border-radius:0}.sides{grid-template-columns:1fr}.conclusion strong{font-size:1.5rem}dl{grid-template-columns:1fr;gap:0}dd{margin-bottom:.5rem}
.measures,.measures tbody,.measures tr,.measures td{display:block;border:0;padding:0}.measures thead{display:none}.measures tr{border-bottom:1px solid var(--line);padding:.75rem 0}.measures .number{text-align:left}.measures .status{padding:0}.measures td:nth-child(2):not(:empty)::before{content:"side b ← → side a";display:block;max-width:320px;text-align:center;color:var(--soft);font-size:.875rem}.topics text{font-size:20px}.interval{width:100%;max-width:320px}}
@media print{@page{margin:16mm}body{background:#fff;font-size:10.5pt}main{border:0;margin:0;padding:0;max-width:none}h2{break-after:avoid}h3,.prompt{break-after:avoid}tr,svg{break-inside:avoid}.pair{break-inside:auto;padding:.6rem .8rem;margin:.6rem 0}.sides .prompt,.sides .answer{font-size:8.5pt;line-height:1.4;orphans:3;widows:3}*{-webkit-print-color-adjust:exact;print-color-adjust:exact}.interval,.axis{width:180px}}
`
