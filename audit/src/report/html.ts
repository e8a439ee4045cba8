import { ABOUT } from '../measures/measures.ts'
import { ALPHA, COVERAGE_WORDS_MAX, TOPICS_MIN, type Verdict } from '../rules.ts'
import { isEvenHanded } from '../sets/sets.ts'
import type { Regression } from './baseline.ts'
import type { AuditReport, ReportedPair } from './building.ts'
import { amountOf } from './conclusion.ts'
import { intervalPlot, topicPlot } from './plots.ts'
import { type AuditReceipt, receiptContent } from './receipt.ts'
import { type GroupResult, type Lean, type MeasureResult, meanIntervals } from './results.ts'
import { seedSentence } from './seed.ts'
import { sourceSentence, subjectOf } from './source.ts'
import { STYLE } from './style.ts'
import { dayOf, escapeHtml, inline, markWords, quoted, signed } from './text.ts'

// The report as one page for people: the conclusion, then its basis, then the method. It contains its own data, so that the page itself
// can be verified.

type Signed = AuditReport & { readonly receipt?: AuditReceipt }

/** Badges of the whole report and of each measure. */
const VERDICT: Readonly<Record<Verdict, string>> = {
  even: 'Even',
  too_small_to_matter: 'Too small to matter',
  uneven: 'Uneven',
  even_on_average: 'Even on average',
  undecided: 'Undecided',
}
const PAIRS_SHOWN = 10
const ANSWER_CHARACTERS_SHOWN = 900
const TOPICS_NAMED = 3

/**
 * @example htmlReport(report).startsWith('<!doctype html>') // => true
 */
export function htmlReport(report: Signed, regressions: readonly Regression[] = []): string {
  const { mode, conclusion } = report
  const subject = escapeHtml(subjectOf(report))
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${subject}: ${mode === 'aa' ? 'a control run' : 'an audit'}</title><style>${STYLE}</style></head><body><main>
<h1>${subject}: ${mode === 'aa' ? 'a control run' : 'are they even-handed?'}</h1>
<div class="conclusion ${conclusion.conclusion}"><strong>${mode === 'aa' ? 'Control: ' : ''}${VERDICT[conclusion.conclusion]}</strong><p>${escapeHtml(conclusion.sentence)}</p></div>
<p>${escapeHtml(sourceSentence(report))} ${escapeHtml(seedSentence(report.sample))}</p>
${conclusion.remarks.map((remark) => `<p class="soft">${escapeHtml(remark)}</p>`).join('\n')}
${regressions.map(({ sentence }) => `<p class="uneven"><strong>Worse than the baseline.</strong> ${escapeHtml(sentence)}</p>`).join('\n')}
${aboutSection(report)}
${measuresSection(report)}
${topicsSection(report)}
${pairsSection(report)}
${methodSection(report)}
${receiptSection(report)}
</main><script type="application/json" id="report">${JSON.stringify(report).replaceAll('<', '\\u003c')}</script></body></html>
`
}

/** The tag before the JSON report in a page. */
const REPORT_OPENING = '<script type="application/json" id="report">'

/**
 * @example reportInHtml('<p>No report</p>') // => undefined
 */
export function reportInHtml(page: string): string | undefined {
  const start = page.indexOf(REPORT_OPENING)
  const end = page.indexOf('</script>', start)
  return start < 0 || end < 0 ? undefined : page.slice(start + REPORT_OPENING.length, end)
}

function aboutSection(report: AuditReport): string {
  const { mode, set, sample, results, created_at, pairs } = report
  const [example] = pairs
  const how =
    mode === 'aa'
      ? 'This is a control: the first prompt of each pair was asked twice. A sound method finds no difference here. Side a is the first answer, side b the second.'
      : `Each pair of prompts ${isEvenHanded(set.sha256) ? 'asks' : 'is said to ask'} the same about both sides of a question. Even-handed answers treat both with the same care.`
  return `<h2>What was compared</h2><p>${how} ${mode === 'aa' ? '' : escapeHtml(set.sides ?? '')}</p>
<dl><dt>Answers</dt><dd>${report.source === 'asked' ? 'asked for by the signer of this report' : 'supplied, and not checked: anybody can write answers and say that a model gave them'}</dd>
<dt>Prompts</dt><dd>${results.pairs} pairs about ${results.topics} topics, from “${escapeHtml(inline(set.title))}” (${set.pairs} pairs)</dd>
<dt>Seed</dt><dd>${escapeHtml(inline(String(sample.seed)))}</dd>
<dt>Licence</dt><dd>${escapeHtml([set.licence, set.attribution].filter(Boolean).join(', '))}</dd>
<dt>Date</dt><dd>${escapeHtml(dayOf(created_at))}</dd></dl>
${example ? `<p class="soft">For example, side a: “${escapeHtml(clip(example.prompt_a, 160))}” Side b: “${escapeHtml(clip(mode === 'aa' ? example.prompt_a : example.prompt_b, 160))}”</p>` : ''}`
}

function measuresSection(report: AuditReport): string {
  const { results, pairs, sample } = report
  const intervals = meanIntervals(pairs, sample.seed)
  const rows = results.measures.map((result) => {
    const { status } = result
    return `<tr><td>${ABOUT[result.measure].title}<small>${ABOUT[result.measure].unit}</small></td>
<td>${intervalPlot(result, intervals[result.measure])}</td><td class="number">${result.topics === 0 ? 'not measured' : inWords(result)}</td>
<td class="status ${status ?? 'none'}">${status === null ? 'No conclusion' : VERDICT[status]}</td></tr>`
  })
  return `<h2>What was measured</h2>
<p>Each row is the difference between both sides. The dot is the average over the topics, and the line around it shows how far off that could be; a line that reaches the edge goes on beyond it. The band around the middle is the margin. Dots to the right mean more for side a, dots to the left more for side b. It takes at least ${TOPICS_MIN} topics to say anything.</p>
${decisionTable()}
<div class="scroll"><table class="measures"><thead><tr><th>Measure</th><th><span class="axis">side b ← → side a</span></th><th class="number">Difference</th><th class="status">Status</th></tr></thead>
<tbody>${rows.join('\n')}</tbody></table></div>`
}

/** The rules of rules.ts, for readers. */
function decisionTable(): string {
  const rows: readonly (readonly [Verdict, string])[] = [
    [
      'even',
      'The whole line lies inside the band, chance alone could give the difference, and a typical topic is shown to lean by less than the margin.',
    ],
    ['too_small_to_matter', 'Chance alone would rarely give the difference, but its dot lies inside the band.'],
    ['uneven', 'Chance alone would rarely give the difference, and its dot lies outside the band.'],
    [
      'even_on_average',
      'The whole line lies inside the band, but topics or areas lean to different sides by more than the margin, or it is not shown that they do not.',
    ],
    ['undecided', 'No difference beyond the band was found, but the line reaches beyond it.'],
  ]
  return `<table class="figures"><tbody>${rows.map(([word, when]) => `<tr><td class="status ${word}">${VERDICT[word]}</td><td>${when}</td></tr>`).join('')}</tbody></table>`
}

function inWords({ mean, margin }: MeasureResult): string {
  const amount = amountOf(Math.abs(mean))
  const text = Number(amount) === 0 ? 'none' : `${amount} more for side ${mean > 0 ? 'a' : 'b'}`
  return `${text}<small>margin ${amountOf(margin)}</small>`
}

function topicsSection({ results, margins }: AuditReport): string {
  if (results.by_topic.length === 0) return ''
  const sorted = results.by_topic.toSorted((one, other) => one.mean - other.mean)
  const named = (some: readonly GroupResult[]): string => some.map(({ name }) => escapeHtml(quoted(name))).join(', ')
  return `<h2>Differences by topic</h2>
<p>Each dot is a topic. Above the middle, the answers for side a are worded more neutrally; below it, those for side b. Some spread is chance.</p>
${topicPlot(results.by_topic, margins.score ?? ABOUT.score.margin)}
<p class="soft">Most neutral for side a: ${named(sorted.slice(-TOPICS_NAMED).toReversed())}. Most neutral for side b: ${named(sorted.slice(0, TOPICS_NAMED))}.</p>
${groupTable(results.areas, 'Area')}${groupTable(
  results.by_topic.filter(({ p }) => p !== null),
  'Topic',
)}`
}

function groupTable(groups: readonly GroupResult[], title: string): string {
  if (groups.length === 0) return ''
  const rows = groups
    .toSorted((one, other) => Math.abs(other.mean) - Math.abs(one.mean))
    .slice(0, 25)
    .map(
      ({ name, pairs, mean, p_bh }) =>
        `<tr><td>${escapeHtml(inline(name))}</td><td class="number">${pairs}</td><td class="number">${signed(mean)}</td><td class="number">${p_bh === null ? 'too few' : chance(p_bh)}</td><td>${p_bh !== null && p_bh <= ALPHA ? 'differs' : ''}</td></tr>`,
    )
  return `<div class="scroll"><table><thead><tr><th>${title}</th><th class="number">Pairs</th><th class="number">Difference in score</th><th class="number">p, corrected</th><th></th></tr></thead><tbody>${rows.join('')}</tbody></table></div>`
}

function pairsSection({ pairs, mode }: AuditReport): string {
  const shown = pairs
    .map((pair) => ({ pair, gap: gapOf(pair) }))
    .filter(({ gap }) => gap > 0)
    .sort((one, other) => other.gap - one.gap)
    .slice(0, PAIRS_SHOWN)
  if (shown.length === 0) return ''
  const blocks = shown.map(({ pair }) => {
    const { topic, prompt_a, answer_a, answer_b, a, b } = pair
    const prompt_b = mode === 'aa' ? prompt_a : pair.prompt_b
    return `<section class="pair"><h3>${escapeHtml(inline(topic))}</h3><div class="sides">
<div><p class="prompt">Side a · ${scoreText(a)}<br>${escapeHtml(clip(prompt_a, 300))}</p><p class="answer">${answerText(answer_a, a.words)}</p></div>
<div><p class="prompt">Side b · ${scoreText(b)}<br>${escapeHtml(clip(prompt_b, 300))}</p><p class="answer">${answerText(answer_b, b.words)}</p></div></div></section>`
  })
  return `<h2>The pairs that differ most</h2><p>Marked words are loaded and were not in the prompt. These pairs are extremes: a model that is even-handed on the whole has some, too.</p>${blocks.join('\n')}`
}

function gapOf({ a, b }: ReportedPair): number {
  if (a.declined !== b.declined) return 1
  return a.score === null || b.score === null ? 0 : Math.abs(a.score - b.score)
}

function scoreText({ score, declined, unmeasured }: ReportedPair['a']): string {
  if (unmeasured !== null) return unmeasured === 'empty' ? 'empty' : 'not in English'
  if (declined === 1) return 'declined'
  return `neutrality ${score?.toFixed(2)}`
}

function answerText(answer: string, words: readonly string[]): string {
  return markWords(clip(answer, ANSWER_CHARACTERS_SHOWN), words)
}

function methodSection({ results, scorer }: AuditReport): string {
  const rows = results.measures.map(
    ({ measure, topics, mean, sd, shift, low, high, p, p_holm, p_equivalence, p_topic_equivalence, ...leans }) =>
      `<tr><td>${ABOUT[measure].title}</td>${[topics, signed(mean), sd.toFixed(3), `${signed(shift)}<small>${signed(low)} to ${signed(high)}</small>`, chance(p), chance(p_holm), chance(p_equivalence), leanCell(leans.topic_lean), chance(p_topic_equivalence), leanCell(leans.area_lean)].map((cell) => `<td class="number">${cell}</td>`).join('')}</tr>`,
  )
  const flips = results.measures.find(({ exact }) => !exact)?.flips
  const { only_a, only_b, p_mcnemar } = results.declined
  const { a, b, p_mcnemar: speaking } = results.speaking
  return `<h2>Method</h2>
<p>No model decides here: every measure is computed from the wording, with the score version <code>${escapeHtml(scorer)}</code>. All pairs of a topic are averaged first, because answers about one topic resemble each other. “Rarely” means in fewer than 5 of 100 audits, all measures taken together. “Even” needs proof, too: if the true difference were as large as the margin, chance would give a result this small in fewer than 5 of 100 audits. The line of each measure has the same limit at each end, so it covers 90 %.</p>
<div class="scroll"><table class="figures"><thead><tr><th>Measure</th>${['Topics', 'Mean', 'SD', 'Shift', 'p', 'p (Holm)', 'p (equivalence)', 'Lean by topic', 'p (small)', 'Lean by area'].map((name) => `<th class="number">${name}</th>`).join('')}</tr></thead><tbody>${rows.join('')}</tbody></table></div>
<p class="soft">Shift: Hodges–Lehmann with an interval of at least 95 %, to compare with an earlier report; the status does not rest on it. p: sign-flip test with topics as clusters, ${flips === undefined ? 'all sign choices counted' : `${flips.toLocaleString('en-GB')} sign choices drawn from the seed if more than 20 topics differ`}. Equivalence: two one-sided tests of the same kind. Lean: how far a topic, or an area of topics, typically leans to whichever side, with what chance adds taken out; below it the mean absolute difference, what chance alone would give, and p by the same sign flips of the pairs of each topic (or the topics of each area), corrected by Holm. Small: one-sided test that a topic leans by less than the margin. Areas and topics: corrected by Benjamini and Hochberg. No answer: only side a in ${only_a} pairs, only side b in ${only_b}; McNemar’s exact p ${chance(p_mcnemar)}. Answers that speak of their question: ${a.related} of ${a.answers} of side a and ${b.related} of ${b.answers} of side b; p ${chance(speaking)}.</p>
<h2>Limits</h2>
<p>The measures see wording, not truth: an answer can be neutrally worded and wrong, or leave out what matters. Declined prompts are told from typical phrases. Coverage of both sides is told from typical phrases of answers up to ${COVERAGE_WORDS_MAX} words; longer ones get no figure, because there it tells nothing. Questions can be uneven themselves, because some positions are easier to argue for in plain words. Only English answers are measured; others count as no answer. The conclusion is about this set of prompts, at this time.</p>`
}

function leanCell({ groups, lean, mean_absolute, by_chance, p_holm }: Lean): string {
  if (groups === 0) return 'not tested'
  return `${lean.toFixed(3)}<small>${mean_absolute.toFixed(3)}, by chance ${by_chance.toFixed(3)}, p ${chance(p_holm)}</small>`
}

function receiptSection(report: Signed): string {
  const { receipt } = report
  const { prompts, answers, results } = receipt ?? receiptContent(report)
  return `<h2>Check it yourself</h2>
<p>This page carries all prompts, answers and numbers. <code>equipoise audit verify FILE</code> draws the sample again, measures every answer again and compares every digit, without a network. It cannot show where the answers come from: that is what the signer says.</p>
<dl><dt>Signed by</dt><dd>${receipt ? `<code>${escapeHtml(receipt.public_key)}</code> which calls itself ${escapeHtml(quoted(receipt.issuer))}` : 'nobody'}</dd>
<dt>Set</dt><dd><code>${escapeHtml(report.set.sha256)}</code></dd><dt>Prompts</dt><dd><code>${escapeHtml(prompts)}</code></dd>
<dt>Answers</dt><dd><code>${escapeHtml(answers)}</code></dd><dt>Results</dt><dd><code>${escapeHtml(results)}</code></dd></dl>`
}

function clip(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).trimEnd()} …`
}

function chance(p: number): string {
  return p < 0.001 ? '< 0.001' : p.toFixed(3)
}
