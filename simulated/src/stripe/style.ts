/** The style sheet of the payment pages; light and dark follow the reader's system. */
export const STYLE = `
:root { color-scheme: light dark; --ink: #1b1f24; --soft: #57606a; --line: #d8dee4; --paper: #fff; --ground: #f3f5f7; --accent: #0b6e63; --on-accent: #fff; --bad: #b02a37; --bad-ground: #fdecee; --note: #6b4a00; --note-ground: #fff3cd; --note-line: #e6c75f; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6edf3; --soft: #9aa4af; --line: #30363d; --paper: #161b22; --ground: #0d1117; --accent: #3fb8a8; --on-accent: #06231f; --bad: #ff8787; --bad-ground: #3a1d20; --note: #ffe08a; --note-ground: #332800; --note-line: #6b5600; } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; font: 16px/1.55 system-ui, sans-serif; color: var(--ink); background: var(--ground); }
.note { margin: 0; padding: .6rem 1rem; text-align: center; font-weight: 600; color: var(--note); background: var(--note-ground); border-bottom: 1px solid var(--note-line); }
main { max-width: 30rem; margin: 0 auto; padding: clamp(1rem, 6vh, 4rem) 1rem 3rem; }
main.wide { max-width: 46rem; }
.card { margin: 0 0 1.2rem; padding: clamp(1.2rem, 4vw, 2rem); background: var(--paper); border: 1px solid var(--line); border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / .04), 0 12px 32px rgb(0 0 0 / .06); }
.brand { margin: 0 0 .2rem; color: var(--soft); font-size: .9rem; }
h1 { margin: 0; font-size: 1.25rem; line-height: 1.3; }
h1.top { margin: 0 0 1rem; }
h2 { margin: 0 0 .8rem; font-size: 1.05rem; }
.price { margin: .4rem 0 1.2rem; font-size: 2.2rem; font-weight: 700; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
.price small { font-size: .95rem; font-weight: 400; letter-spacing: 0; color: var(--soft); }
.fine { margin: 1rem 0 0; color: var(--soft); font-size: .86rem; }
.bad { margin: 0 0 1rem; padding: .7rem .9rem; color: var(--bad); background: var(--bad-ground); border-radius: 10px; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .4rem 1rem; margin: 0 0 1.2rem; padding: .9rem 0; border-block: 1px solid var(--line); font-size: .94rem; }
dt { color: var(--soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; }
form { margin: 0; }
.stack { display: grid; gap: .6rem; }
.row { display: flex; flex-wrap: wrap; gap: .5rem; }
button, .button { display: inline-block; padding: .7rem 1.1rem; font: inherit; font-weight: 600; text-align: center; text-decoration: none; color: var(--ink); background: transparent; border: 1px solid var(--line); border-radius: 10px; cursor: pointer; }
button:hover, .button:hover { border-color: var(--accent); }
button:focus-visible, .button:focus-visible, a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.main { color: var(--on-accent); background: var(--accent); border-color: var(--accent); }
.main:hover { filter: brightness(1.08); }
.small { padding: .35rem .7rem; font-size: .86rem; }
a { color: var(--accent); }
.button.main { color: var(--on-accent); }
.state { display: inline-block; padding: .1rem .55rem; font-size: .8rem; font-weight: 600; border: 1px solid var(--line); border-radius: 99px; }
.payments { margin: 0; padding: 0; list-style: none; }
.payments li { padding: .9rem 0; border-top: 1px solid var(--line); }
.payments p { display: flex; flex-wrap: wrap; gap: .3rem .8rem; justify-content: space-between; margin: 0 0 .5rem; }
.amount { font-weight: 600; font-variant-numeric: tabular-nums; }
`
