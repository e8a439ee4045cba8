import { EVIDENCE_KINDS } from '@equipoise/score'
import { whyOf } from '@equipoise/score/kinds'
import type { Checked, Deciding, Mark } from '../judging/judging.ts'
import type { Region } from '../judging/lines.ts'
import { decidingMessage, messageOf, type Report, shownOf, verdictOf } from './report.ts'

/** SARIF 2.1.0, for the code scanning of GitHub, GitLab and others. */
export function sarifReport(report: Report): string {
  const { checked, problems, version } = report
  const results = checked.flatMap((one) => [
    ...(one.passed ? [] : [fileResult(one)]),
    ...(one.passed ? [] : one.deciding.filter(({ why }) => why !== undefined).map((each) => sentenceResult(one, each))),
    ...shownOf(one, report).marks.map((mark) => markResult(one, mark)),
  ])
  const helpUri = `${GUIDE}/v${version}/docs/guide/check.md#what-is-shown`
  const run = {
    tool: {
      driver: {
        name: 'Equipoise',
        version,
        semanticVersion: version,
        informationUri: helpUri,
        rules: RULES.map((rule) => ({ ...rule, helpUri })),
      },
    },
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
const GUIDE = 'https://github.com/equipoise/equipoise/blob'
const SCORE_RULE = 'NEUTRALITY_SCORE'
const SENTENCE_RULE = 'WITHHOLDS_CERTIFICATE'

const RULES = [
  {
    id: SCORE_RULE,
    shortDescription: { text: 'The wording of the text is less neutral than required.' },
    defaultConfiguration: { level: 'error' },
  },
  {
    id: SENTENCE_RULE,
    shortDescription: { text: 'One sentence withholds the certificate of the whole text.' },
    defaultConfiguration: { level: 'error' },
  },
  ...EVIDENCE_KINDS.map((kind) => ({
    id: ruleOf(kind),
    shortDescription: { text: whyOf(kind) },
    defaultConfiguration: { level: 'warning' },
  })),
]

function ruleOf(kind: string): string {
  return kind === 'loaded' ? 'LOADED_WORD' : kind.toUpperCase()
}

/** Placed on the sentence that decides. */
function fileResult(checked: Checked) {
  const [deciding] = checked.deciding
  const why = deciding ? `. ${decidingMessage(deciding, checked.lines)}` : ''
  const region = deciding ? regionOf(deciding) : { startLine: 1 }
  return {
    ruleId: SCORE_RULE,
    level: 'error',
    message: { text: `${verdictOf(checked)}${why}` },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(checked.path) }, region } }],
    partialFingerprints: { equipoise: `${SCORE_RULE}:${checked.path}` },
  }
}

function sentenceResult({ path, lines }: Checked, deciding: Deciding) {
  return {
    ruleId: SENTENCE_RULE,
    level: 'error',
    message: { text: decidingMessage(deciding, lines) },
    locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(path) }, region: regionOf(deciding) } }],
  }
}

function regionOf({ line: startLine, column: startColumn, endLine, endColumn }: Region) {
  return { startLine, startColumn, endLine, endColumn }
}

function markResult({ path }: Checked, mark: Mark) {
  const region = regionOf(mark)
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
