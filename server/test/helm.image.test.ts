// The chart as Helm reads it. Not part of `npm test`: npm run test:image.
import { execFileSync, spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { sayLoudly } from './debian.ts'

const CHART = join(import.meta.dirname, '../../deploy/helm')
const isThere = spawnSync('helm', ['version'], { stdio: 'ignore' }).status === 0
if (!isThere) sayLoudly('THE CHART WAS NOT RENDERED: Helm is not installed. See helm.sh/docs/intro/install')

const GIVEN = [
  ...['--set', 'settings.PUBLIC_URL=https://equipoise.example'],
  ...['--set', 'secrets.DATABASE_URL=postgres://u:p@db/equipoise'],
  ...['--set', 'secrets.JWT_SECRET=0123456789abcdef0123456789abcdef'],
]
const EVERYTHING = [
  ...['--set', 'ingress.enabled=true', '--set', 'ingress.host=equipoise.example', '--set', 'autoscaling.enabled=true'],
  ...['--set', 'serviceMonitor.enabled=true'],
]

interface Resource {
  readonly kind: string
  readonly spec: { readonly replicas?: number; readonly template: { readonly spec: PodSpec } }
}
interface PodSpec {
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly containers: readonly { readonly env: readonly { readonly name: string }[] }[]
}

function render(...args: string[]): Resource[] {
  const text = execFileSync('helm', ['template', 'try', CHART, ...args], { encoding: 'utf8' })
  return parseAllDocuments(text)
    .map((document) => document.toJS() as Resource | null)
    .filter((resource) => resource !== null)
}

describe.skipIf(!isThere)('the chart', () => {
  test('passes lint', () => {
    execFileSync('helm', ['lint', '--strict', CHART, ...GIVEN])
  })

  test('asks for what it cannot guess', () => {
    expect(() => render()).toThrow('is required')
  })

  test('makes a deployment with a budget for disruptions', () => {
    const resources = render(...GIVEN)
    expect(resources.map(({ kind }) => kind).sort()).toEqual([
      'Deployment',
      'PodDisruptionBudget',
      'Secret',
      'Service',
      'ServiceAccount',
    ])
    const deployment = resources.find(({ kind }) => kind === 'Deployment')
    expect(deployment?.spec.replicas).toBe(2)
    expect(deployment?.spec.template.spec.securityContext.runAsNonRoot).toBe(true)
    const names = deployment?.spec.template.spec.containers[0]?.env.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL_FILE', 'JWT_SECRET_FILE']))
  })

  test('makes the rest where it is asked for', () => {
    const kinds = render(...GIVEN, ...EVERYTHING).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['Ingress', 'HorizontalPodAutoscaler', 'ServiceMonitor']))
  })
})
