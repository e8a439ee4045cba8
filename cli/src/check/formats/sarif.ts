import { EVIDENCE_KINDS } from '@equipoise/score'
import { whyOf } from '@equipoise/score/kinds'
import type { Checked, Mark } from '../judging.ts'
import { messageOf, type Report, shownMarks, verdictOf } from './report.ts'

/** SARIF 2.1.0, as code scanning of GitHub, GitLab and others reads it. */
export function sarifReport(report: Report): string {
  const { checked, problems, isComparison, version } = report
  const results = checked.flatMap((one) => [
    ...(one.passed ? [] : [fileResult(one)]),
    ...shownMarks({ checked: one, isComparison }).map((mark) => markResult(one, mark)),
  ])
  const run = {
    tool: { driver: { name: 'Equipoise', version, semanticVersion: version, rules: RULES } },
    invocations: [
      {
        executionSuccessful: problems.every(({ isSkipped }) => isSkipped),
        toolExecutionNotifications: problems.map(({ path, message, isSkipped }) => ({
          level: isSkipped ? 'note' : 'error',
          message: { text: `${path} ${message}` },
          locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) } } }],
        })),
      },
    ],
    columnKind: 'utf16CodeUnits',
    results,
  }
  return JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }, null, 2)
}

const SCHEMA = 'https://json.schemastore.org/sarif-2.1.0.json'
const SCORE_RULE = 'NEUTRALITY_SCORE'

const RULES = [
  {
    id: SCORE_RULE,
    shortDescription: { text: 'The wording of the text is less neutral than required.' },
    defaultConfiguration: { level: 'error' },
  },
  ...EVIDENCE_KINDS.map((kind) => ({
    id: ruleOf(kind),
    shortDescription: { text: whyOf(kind) },
    defaultConfiguration: { level: 'warning' },
  })),
]

export function ruleOf(kind: string): string {
  return kind === 'loaded' ? 'LOADED_WORD' : kind.toUpperCase()
}

function fileResult(checked: Checked) {
  return {
    ruleId: SCORE_RULE,
    level: 'error',
    message: { text: verdictOf(checked) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(checked.path) }, region: { startLine: 1 } } }],
    partialFingerprints: { equipoise: `${SCORE_RULE}:${checked.path}` },
  }
}

function markResult({ path }: Checked, mark: Mark) {
  const { line: startLine, column: startColumn, endLine, endColumn } = mark
  const region = { startLine, startColumn, endLine, endColumn }
  const artifactLocation = { uri: uriOf(path) }
  return {
    ruleId: ruleOf(mark.kind),
    level: 'warning',
    message: { text: messageOf(mark) },
    locations: [{ physicalLocation: { artifactLocation, region } }],
    ...(mark.suggestion === undefined ? {} : { fixes: [fixOf(artifactLocation, region, mark.suggestion)] }),
  }
}

function fixOf(artifactLocation: object, deletedRegion: object, suggestion: string) {
  return {
    description: { text: suggestion === '' ? 'Leave it out' : `Write “${suggestion}”` },
    artifactChanges: [{ artifactLocation, replacements: [{ deletedRegion, insertedContent: { text: suggestion } }] }],
  }
}

function uriOf(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/')
}
