// The report of `equipoise certify`: one page without scripts, for screen and print.
import type { Collected } from './collect.ts'
import type { Changes } from './programs.ts'

interface Report {
  readonly madeWith: string
  readonly seed: string | undefined
  readonly streams: readonly Collected[]
  readonly sums: readonly { readonly name: string; readonly sha256: string }[]
  readonly dieharder: string | undefined
  /** The smallest bias that the tests can find, one sentence per stream. */
  readonly found: readonly string[]
  readonly changes: Changes | undefined
  readonly at: Date
}

const STYLE = `
:root { color-scheme: light; font: 15px/1.5 system-ui, sans-serif; color: #1b1f24; background: #fff }
body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.7rem; margin-bottom: .2rem } h2 { font-size: 1.2rem; margin-top: 2rem; break-after: avoid }
p, li { max-width: 46rem } .quiet { color: #57606a }
table { border-collapse: collapse; width: 100%; margin: .6rem 0; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: .35rem .6rem; border-bottom: 1px solid #d0d7de; vertical-align: top }
th { font-weight: 600; white-space: nowrap } td.n { text-align: right; white-space: nowrap }
.ok { color: #116329 } .bad { color: #a40e26; font-weight: 600 }
code, pre { font: 12.5px/1.45 ui-monospace, monospace; overflow-wrap: anywhere; white-space: pre-wrap }
tr { break-inside: avoid }
@media print { body { margin: 0; max-width: none } @page { margin: 18mm } }
@media (max-width: 40rem) { .about { display: none } }`

export function reportPage({ madeWith, seed, streams, sums, dieharder, found, changes, at }: Report): string {
  const all = streams.flatMap(({ results }) => results)
  const under = (level: number) => all.filter(({ pValue }) => pValue < level).length
  const isFine = all.every(({ pValue }) => pValue >= 0.01 / all.length)
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Random number generator: test report</title><style>${STYLE}</style></head><body>
<h1>Random number generator: test report</h1>
<p class="quiet">${day(at)}. Tests named in 25 CFR 547.14 and GLI-19. Made with ${escaped(madeWith)}.</p>
<p class="${isFine ? 'ok' : 'bad'}">${isFine ? 'All tests together: nothing speaks against chance at 99 %.' : 'All tests together: at least one test fails at 99 %.'}</p>
<p>${all.length} tests. ${under(0.05)} have a p-value below 0.05 (about ${(all.length * 0.05).toFixed(1)} are expected by chance),
and ${under(0.01)} below 0.01 (about ${(all.length * 0.01).toFixed(1)} are expected). A single test below its level is therefore
no fault by itself; a test fails the report if its p-value is below 0.01 divided by the number of tests.</p>
<h2>The three functions</h2>
<ol><li><b>Seed to stream.</b> The first 16 bytes of SHA-256 of the text <code>outcomes/1|seed|line</code> are the key of AES-128
in counter mode. Its bytes, four at a time, are the raw words. <code>raw.bin</code> holds them.</li>
<li><b>Scaling.</b> A word at or above floor(2<sup>32</sup> / m) · m is discarded; the result is the word modulo m. Every value comes
from the same number of words, so there is no modulo bias.</li>
<li><b>Selection.</b> Outcomes are taken in order; shuffles are those of Fisher and Yates. <code>outcomes-*.txt</code> hold final
outcomes with the identical scaling.</li></ol>
${seed === undefined ? '' : `<p>Every file can be made again: draw number i has the seed <code>${escaped(seed)}-i</code>, and 50,000 numbers.</p>`}
${streams.map(streamSection).join('\n')}
<h2>What these tests can find</h2>
<p>A smaller bias can stay unseen: collect more numbers (four times as many halve it). Modulo bias is the exception: the tests
of the scaling use ranges where it is largest, and find it for words of 8, 16, 24 and 32 bits with any number of numbers.</p>
<ul>${found.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>
${changes === undefined ? '' : changesSection(changes)}
<h2>Files and programs (SHA-256)</h2>
<table><tbody>${sums.map(({ name, sha256 }) => `<tr><td>${escaped(name)}</td><td><code>${sha256}</code></td></tr>`).join('')}</tbody></table>
${dieharder === undefined ? '' : `<h2>dieharder</h2><pre>${escaped(dieharder)}</pre>`}
</body></html>
`
}

function changesSection({ from, to, lines }: Changes): string {
  const list = lines.length === 0 ? '<p>No program changed.</p>' : `<pre>${escaped(lines.join('\n'))}</pre>`
  return `<h2>Changes since the earlier kit</h2><p>From ${escaped(from)} to ${escaped(to)}.</p>${list}`
}

function streamSection({ name, about, numbers, results }: Collected): string {
  const rows = results.map(
    ({ name: test, about: what, pValue }) =>
      `<tr><td>${escaped(test)}</td><td class="about">${escaped(what)}</td><td class="n">${shownChance(pValue)}</td>${cell(pValue, 0.05)}${cell(pValue, 0.01)}</tr>`,
  )
  return `<h2>${escaped(name)}</h2><p>${escaped(about)} ${numbers.toLocaleString('en-GB')} numbers.</p>
<table><thead><tr><th>Test</th><th class="about">What it asks</th><th>p-value</th><th>95 %</th><th>99 %</th></tr></thead>
<tbody>${rows.join('')}</tbody></table>`
}

function cell(pValue: number, level: number): string {
  return pValue >= level ? '<td class="ok">passes</td>' : '<td class="bad">below</td>'
}

function shownChance(pValue: number): string {
  return pValue >= 0.0001 || pValue === 0 ? pValue.toFixed(4) : pValue.toExponential(1)
}

function day(at: Date): string {
  return at.toLocaleDateString('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}
