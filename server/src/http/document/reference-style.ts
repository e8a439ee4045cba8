/** The style sheet of the documentation; light or dark as chosen in the web application, or else as the reader's system. */
export const REFERENCE_STYLE = `
@font-face { font-family: 'Public Sans'; font-weight: 100 900; font-display: optional; src: url('/public-sans.woff2') format('woff2'); }
:root { color-scheme: light dark; --ink: #101416; --soft: #566268; --line: #dfe5e6; --paper: #fbfcfc; --raised: #fff; --sunken: #f2f5f5; --accent: #0b6e63; }
@media (prefers-color-scheme: dark) { :root:not([data-scheme=light]) { --ink: #dfe5e6; --soft: #a3afb3; --line: #2f393d; --paper: #161c1f; --raised: #1b2225; --sunken: #121719; --accent: #3fb8a8; } }
:root[data-scheme=light] { color-scheme: light; }
:root[data-scheme=dark] { color-scheme: dark; --ink: #dfe5e6; --soft: #a3afb3; --line: #2f393d; --paper: #161c1f; --raised: #1b2225; --sunken: #121719; --accent: #3fb8a8; }
* { box-sizing: border-box; }
html { scroll-padding-top: 4rem; }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
body { margin: 0; font: 16px/1.55 'Public Sans', system-ui, sans-serif; color: var(--ink); background: var(--paper); }
header { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem 1.1rem; align-items: center; min-height: 60px; padding: .4rem max(1rem, calc(50% - 554px)); background: var(--raised); border-bottom: 1px solid var(--line); color: var(--soft); }
header a { color: var(--soft); text-decoration: none; font-weight: 500; }
header .home { display: flex; align-items: center; gap: .6rem; font-weight: 650; color: var(--ink); }
header .home::before { content: ''; width: 28px; height: 28px; background: url('/mark.svg'); }
header a:hover, header a[aria-current] { color: var(--accent); }
header .screens, header .end { display: flex; gap: 1.1rem; align-items: center; }
header .end { margin-left: auto; font-size: .8125rem; }
header .contents { display: none; }
[hidden] { display: none !important; }
input, textarea { width: 100%; padding: .45rem .6rem; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; }
textarea { font: .8125rem ui-monospace, monospace; }
button { padding: .3rem .8rem; font: inherit; font-size: .8125rem; color: inherit; background: var(--raised); border: 1px solid var(--line); border-radius: 8px; cursor: pointer; }
button[aria-pressed=true] { border-color: var(--accent); color: var(--accent); }
.languages { display: flex; gap: .4rem; margin-bottom: .4rem; }
.credential { display: block; margin: 1rem 0; color: var(--soft); font-size: .8125rem; }
.path { margin: .3rem 0 .6rem; overflow-wrap: anywhere; }
form { display: grid; gap: .6rem; padding: .6rem 0; justify-items: start; }
form label { display: block; width: 100%; color: var(--soft); font-size: .8125rem; }
output { width: 100%; white-space: pre-wrap; overflow-wrap: anywhere; font: .8125rem ui-monospace, monospace; }
.guide { padding-bottom: 5rem; max-width: 52rem; }
.guide h2 { margin-top: 2rem; } .guide pre { margin: 1rem 0; } .guide table { margin: 1rem 0; display: block; overflow-x: auto; } .guide th { text-align: left; padding-right: .6rem; }
a { color: var(--accent); }
.columns { display: grid; grid-template: 'menu intro' auto 'menu operations' 1fr / 17rem minmax(0, 1fr); max-width: 1140px; margin: 0 auto; padding: 0 1rem; }
h1, h2, h3 { letter-spacing: -.015em; text-wrap: balance; }
.intro { grid-area: intro; padding: 1rem 0 0 2.5rem; }
.operations { grid-area: operations; padding: 0 0 6rem 2.5rem; }
nav { grid-area: menu; position: sticky; top: 3.4rem; align-self: start; max-height: calc(100vh - 3.4rem); overflow-y: auto; padding: 1rem 1.5rem 1rem 0; border-right: 1px solid var(--line); }
nav h2 { margin: 1.2rem 0 .3rem; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
nav ul { list-style: none; margin: 0; padding: 0; }
nav a { display: flex; gap: .5rem; align-items: center; padding: .2rem 0; color: var(--ink); text-decoration: none; font-size: .8125rem; }
nav a:hover { color: var(--accent); }
nav details { margin: .2rem 0; } nav summary { font-weight: 600; font-size: .8125rem; padding: .25rem 0; }
nav #search { margin-bottom: .8rem; }
.cards { display: grid; gap: .8rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 16rem), 1fr)); list-style: none; padding: 0; }
.cards li { padding: .8rem 1rem; background: var(--raised); border: 1px solid var(--line); border-radius: 10px; }
.guide h3 { margin-top: 1.4rem; }
h1 { margin: .5rem 0; font-size: clamp(2rem, 6vw, 2.5rem); line-height: 1.15; } h2 { font-size: 1.25rem; }
.tag { margin: 3rem 0 1rem; padding-bottom: .3rem; border-bottom: 1px solid var(--line); }
section { margin: 0 0 2.5rem; padding: 1.2rem 1.4rem; background: var(--raised); border: 1px solid var(--line); border-radius: 12px; }
h3 { margin: 0; font-size: 1rem; overflow-wrap: anywhere; }
h4 { margin: 1.2rem 0 .4rem; font-size: .8125rem; letter-spacing: .06em; text-transform: uppercase; color: var(--soft); }
.summary { margin: .4rem 0 0; }
.access { margin: .3rem 0; color: var(--soft); font-size: .8125rem; }
.m { display: inline-block; min-width: 4.2rem; padding: .1rem .4rem; border-radius: 5px; font: 700 .8125rem/1.5 system-ui, sans-serif; text-align: center; color: #fff; background: #495057; }
.m.get { background: #1864ab; } .m.post { background: #1e7e34; } .m.delete { background: #b02a37; }
code, pre { font-family: ui-monospace, monospace; font-size: .88em; }
pre { margin: 0; padding: .9rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; font-size: .8125rem; }
td { padding: .4rem .6rem .4rem 0; border-top: 1px solid var(--line); vertical-align: top; overflow-wrap: anywhere; }
td:first-child { width: 34%; } td:nth-child(2) { width: 22%; color: var(--soft); }
small { color: var(--soft); }
.answer, summary { margin: .25rem 0; }
summary { cursor: pointer; }
.s2 { color: #1e7e34; } .s4 { color: #b35c00; } .s5 { color: #c92a2a; }
@media (prefers-color-scheme: dark) { .s2 { color: #69db7c; } .s4 { color: #ffc078; } .s5 { color: #ff8787; } }
@media (max-width: 60rem) { header .screens { display: none; } header .contents { display: inline; } .columns { display: flex; flex-direction: column; } nav { order: 2; }  nav { position: static; max-height: none; border: 0; padding: 0; } .intro { padding: 1rem 0 0; } .operations { padding: 0 0 4rem; } section { padding: 1rem; overflow-wrap: anywhere; } td { display: block; width: auto !important; padding: .15rem 0; border: 0; } tr { display: block; padding: .4rem 0; border-top: 1px solid var(--line); } }
@media (forced-colors: active) { button[aria-pressed=true], header a[aria-current] { outline: 3px solid Highlight; outline-offset: 2px; } :is(a, button, input, textarea, summary):focus-visible { outline: 3px dashed Highlight; outline-offset: 2px; } .m { border: 1px solid CanvasText; } }
`
