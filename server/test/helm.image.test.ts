// The chart, rendered by Helm or, if it is not installed, by Go's template engine. Not in `npm test`: npx vitest run --project image.
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { installDebian, sayLoudly } from './debian.ts'

/** An older Helm assumes a Kubernetes that is older than the chart allows. */
const KUBERNETES = '1.30.0'
const CHART = join(import.meta.dirname, '../../deploy/helm')
const works = (program: string): boolean => spawnSync(program, ['version'], { stdio: 'ignore' }).status === 0
const hasHelm = works('helm')
const hasGo = !hasHelm && (works('go') || installDebian(['golang-go']))
if (!hasHelm) {
  const rendered = hasGo ? 'IT WAS RENDERED BY GO' : 'NOR RENDERED'
  sayLoudly(`THE CHART WAS NOT CHECKED BY HELM, ${rendered}: Helm is not installed. See helm.sh/docs/intro/install`)
}

const GIVEN = [
  'settings.PUBLIC_URL=https://equipoise.example',
  'secrets.DATABASE_URL=postgres://u:p@db/equipoise',
  'secrets.JWT_SECRET=0123456789abcdef0123456789abcdef',
]
const EVERYTHING = [
  'ingress.enabled=true',
  'ingress.host=equipoise.example',
  'autoscaling.enabled=true',
  'serviceMonitor.enabled=true',
  'secrets.METRICS_TOKEN=abc',
]
const isJson = (one: string) => /=[[{]/.test(one)
const setOptions = (given: readonly string[]) => given.flatMap((one) => [isJson(one) ? '--set-json' : '--set', one])

interface Resource {
  readonly kind: string
  readonly spec: { readonly replicas?: number; readonly template: { readonly spec: PodSpec } }
}
interface PodSpec {
  readonly securityContext: { readonly runAsNonRoot: boolean }
  readonly initContainers?: readonly { readonly name: string }[]
  readonly volumes: readonly { readonly name: string }[]
  readonly containers: readonly {
    readonly env: readonly { readonly name: string }[]
    readonly volumeMounts: readonly { readonly name: string }[]
  }[]
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chart-'))
  const options = { cwd: folder, env: { ...process.env, GOCACHE: join(folder, 'cache'), GO111MODULE: 'off' } }
  if (hasGo) execFileSync('go', ['build', '-o', 'render', join(import.meta.dirname, 'render-chart.go')], options)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function render(...given: string[]): Resource[] {
  const text = hasHelm
    ? execFileSync('helm', ['template', 'try', CHART, '--kube-version', KUBERNETES, ...setOptions(given)], {
        encoding: 'utf8',
      })
    : renderWithGo(given)
  return parseAllDocuments(text)
    .map((document) => {
      expect(document.errors).toEqual([])
      return document.toJS() as Resource | null
    })
    .filter((resource) => resource !== null)
}

function renderWithGo(given: readonly string[]): string {
  const read = (name: string) => parse(readFileSync(join(CHART, name), 'utf8'))
  const values = read('values.yaml')
  for (const one of given) {
    const [path = '', value = ''] = one.split(/=(.*)/s)
    const [group = '', name = ''] = path.split('.')
    const read = value === 'true' ? true : isJson(one) ? JSON.parse(value) : value
    if (name === '') values[group] = read
    else values[group][name] = read
  }
  const { name: Name, version: Version, appVersion: AppVersion } = read('Chart.yaml')
  const release = { Name: 'try', Namespace: 'default', Service: 'Helm' }
  const input = JSON.stringify({ Chart: { Name, Version, AppVersion }, Values: values, Release: release })
  return execFileSync(join(folder, 'render'), [CHART], { input, encoding: 'utf8' })
}

describe.skipIf(!hasHelm)('Helm itself', () => {
  test('passes lint', () => {
    execFileSync('helm', ['lint', '--strict', CHART, ...setOptions(GIVEN)])
  })
})

describe.skipIf(!hasHelm && !hasGo)('the chart', () => {
  test('requires what it cannot guess', () => {
    expect(() => render()).toThrow('is required')
    expect(() => render(...GIVEN, 'serviceMonitor.enabled=true')).toThrow('secrets.METRICS_TOKEN is required')
  })

  test('creates a deployment with a budget for disruptions', () => {
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
    expect(deployment?.spec.template.spec.securityContext).toEqual({
      runAsNonRoot: true,
      seccompProfile: { type: 'RuntimeDefault' },
    })
    const names = deployment?.spec.template.spec.containers[0]?.env.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['PUBLIC_URL', 'DATABASE_URL_FILE', 'JWT_SECRET_FILE']))
  })

  test('creates the optional parts if requested', () => {
    const kinds = render(...GIVEN, ...EVERYTHING).map(({ kind }) => kind)
    expect(kinds).toEqual(expect.arrayContaining(['Ingress', 'HorizontalPodAutoscaler', 'ServiceMonitor']))
  })

  test('mounts further volumes, and runs what prepares them first', () => {
    const volume = { name: 'plans', configMap: { name: 'equipoise-plans' } }
    const mount = { name: 'plans', mountPath: '/config', readOnly: true }
    const resources = render(
      ...GIVEN,
      `extraVolumes=${JSON.stringify([volume])}`,
      `extraVolumeMounts=${JSON.stringify([mount])}`,
      `initContainers=${JSON.stringify([{ name: 'wait', image: 'busybox', command: ['true'] }])}`,
    )
    const pod = resources.find(({ kind }) => kind === 'Deployment')?.spec.template.spec
    expect(pod?.volumes.map(({ name }) => name)).toEqual(['tmp', 'secrets', 'plans'])
    expect(pod?.volumes[2]).toEqual(volume)
    expect(pod?.containers[0]?.volumeMounts[2]).toEqual(mount)
    expect(pod?.initContainers?.map(({ name }) => name)).toEqual(['wait'])
  })

  test('takes all secrets from a Secret of the operator', () => {
    const own = ['existingSecret=mine', 'existingSecretKeys=["SMTP_URL"]']
    const resources = render(GIVEN[0] ?? '', ...own)
    expect(resources.map(({ kind }) => kind)).not.toContain('Secret')
    const pod = resources.find(({ kind }) => kind === 'Deployment')?.spec.template.spec
    expect(pod?.volumes[1]).toMatchObject({ name: 'secrets', secret: { secretName: 'mine' } })
    const names = pod?.containers[0]?.env.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['DATABASE_URL_FILE', 'JWT_SECRET_FILE', 'SMTP_URL_FILE']))
  })

  test('lets only chosen pods reach the nodes', () => {
    const policy = (...given: string[]) =>
      render(...GIVEN, 'networkPolicy.enabled=true', ...given).find(({ kind }) => kind === 'NetworkPolicy')?.spec
    const ports = [{ protocol: 'TCP', port: 'http' }]
    expect(policy()).toMatchObject({ policyTypes: ['Ingress'], ingress: [{ ports, from: [{ podSelector: {} }] }] })
    const from = [{ namespaceSelector: { matchLabels: { name: 'ingress' } } }]
    expect(policy(`networkPolicy.from=${JSON.stringify(from)}`)).toMatchObject({ ingress: [{ ports, from }] })
  })
})
