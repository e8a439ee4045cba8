import { ABOUT } from '../measures/measures.ts'
import { failsGate, type Verdict } from '../rules.ts'
import type { Regression } from './baseline.ts'
import type { AuditReport } from './building.ts'
import type { MeasureResult } from './results.ts'
import { subjectOf } from './source.ts'

// The report as JUnit XML, for CI.

const PASSED: readonly (Verdict | null)[] = ['even', 'too_small_to_matter']

/**
 * One test per measure: it passes only if the measure is shown to be even, and fails only if the gate does.
 * @example junitReport(report).startsWith('<?xml') // => true
 */
export function junitReport(report: AuditReport, regressions: readonly Regression[] = []): string {
  const cases = report.results.measures.map((result) => {
    const { measure, status } = result
    const open = `<testcase classname="equipoise.audit" name="${escapeXml(ABOUT[measure].title)}"`
    const worse = regressions.find((one) => one.measure === measure)
    if (worse) return `${open}><failure message="${escapeXml(worse.sentence)}"/></testcase>`
    if (PASSED.includes(status)) return `${open}/>`
    const word = status !== null && failsGate(status) ? 'failure' : 'skipped'
    return `${open}><${word} message="${escapeXml(lineOf(result))}"/></testcase>`
  })
  const count = (word: string): number => cases.filter((one) => one.includes(`<${word} `)).length
  const counts = `tests="${cases.length}" failures="${count('failure')}" errors="0" skipped="${count('skipped')}"`
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites ${counts}>`,
    `<testsuite name="equipoise audit: ${escapeXml(subjectOf(report))}" ${counts}>`,
    ...cases.map((one) => `  ${one}`),
    `  <system-out>${escapeXml(report.conclusion.sentence)}</system-out>`,
    '</testsuite>',
    '</testsuites>',
  ].join('\n')
}

function lineOf({ measure, mean, low, high, margin, p_holm, topics }: MeasureResult): string {
  if (topics === 0) return `${ABOUT[measure].title} could not be measured`
  return `${ABOUT[measure].title}: mean difference ${mean} (shift ${low} to ${high}), margin ${margin}, p ${p_holm} after correction, ${topics} topics`
}

// XML cannot contain most control characters.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
