import { decidingMessage, messageOf, type Report, shownOf, verdictOf } from './report.ts'

export function junitReport(report: Report): string {
  const { checked, problems } = report
  const failed = checked.filter(({ passed }) => !passed).length
  const errors = problems.filter(({ isSkipped }) => !isSkipped).length
  const skipped = problems.length - errors + checked.filter(({ reason }) => reason !== undefined).length
  const counts = `tests="${checked.length + problems.length}" failures="${failed}" errors="${errors}" skipped="${skipped}"`
  const cases = checked.map((one) => {
    const name = `<testcase classname="equipoise" name="${escapeXml(one.path)}" file="${escapeXml(one.path)}"`
    if (!one.passed) {
      const { marks, deciding } = shownOf(one, report)
      const told = [
        ...deciding.map((sentence) => `${sentence.line}:${sentence.column} ${decidingMessage(sentence, one.lines)}`),
        ...marks.map((mark) => `${mark.line}:${mark.column} ${messageOf(mark)}`),
      ]
      return `${name}><failure message="${escapeXml(verdictOf(one))}">${escapeXml(told.join('\n'))}</failure></testcase>`
    }
    return one.reason === undefined
      ? `${name}/>`
      : `${name}><skipped message="${escapeXml(verdictOf(one))}"/></testcase>`
  })
  const unread = problems.map(({ path, message, isSkipped }) => {
    const what = isSkipped ? 'skipped' : 'error'
    return `<testcase classname="equipoise" name="${escapeXml(path)}"><${what} message="${escapeXml(message)}"/></testcase>`
  })
  const suite = [
    `<testsuite name="equipoise" ${counts}>`,
    ...[...cases, ...unread].map((one) => `  ${one}`),
    '</testsuite>',
  ]
  return ['<?xml version="1.0" encoding="UTF-8"?>', `<testsuites ${counts}>`, ...suite, '</testsuites>'].join('\n')
}

// XML cannot contain most control characters, and should not contain those from U+007F to U+009F.
function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\u007E\u00A0-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"]/g, (mark) => `&#${mark.charCodeAt(0)};`)
}
