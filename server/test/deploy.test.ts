// deploy/ and compose.yaml compared with the service: names of metrics, labels and settings.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastify from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { isWellFormed } from '../src/accounts/keys/keys.ts'
import { configFrom, SECRET_NAMES, SETTING_NAMES } from '../src/config.ts'
import { brandNamed } from '../src/ground/brand.ts'
import { addUpMetrics } from '../src/workers/workers.ts'
import { openService, type Service } from './service.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')

/** Labels that Prometheus itself adds to every metric, or creates. */
const ADDED_LABELS = ['job', 'instance', 'le']
const MADE_METRICS = ['up']
/** PromQL keywords that stand where a metric could. */
const WORDS = new Set(['by', 'or', 'and', 'on', 'vector', 'sum', 'max', 'rate', 'increase', 'changes'])

interface Panel {
  readonly title: string
  readonly targets?: readonly { readonly expr: string }[]
}
const dashboard = JSON.parse(read('deploy/grafana/dashboards/equipoise.json')) as { panels: readonly Panel[] }
const alerts = parse(read('deploy/prometheus/alerts.yml')) as {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[]
}
const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr }))),
  ...alerts.groups.flatMap(({ rules }) => rules.map(({ alert, expr }) => ({ title: alert, expr }))),
]

let service: Service
/** The label names of each metric. */
let exposed: Map<string, string[]>
/** The same for two workers behind one port. */
let addedUp: Map<string, string[]>
beforeAll(async () => {
  let readAddedUp = async () => ''
  service = await openService({
    shareMetrics({ registry }) {
      const read = () => registry.getMetricsAsJSON()
      readAddedUp = async () => addUpMetrics([await read(), await read()])
      return () => registry.metrics()
    },
  })
  await service.app.inject('/metrics')
  exposed = labelsOf((await service.app.inject('/metrics')).body)
  addedUp = labelsOf(await readAddedUp())
})
afterAll(() => service.close())

/** Counters by label have no line before their first count: their labels are listed here, and their names must be exposed. */
const COUNTED_LATER: Record<string, string[]> = {
  http_errors_total: ['method', 'route', 'status'],
  model_calls_total: ['target', 'result'],
  model_tokens_total: ['target', 'direction'],
  model_retries_total: ['target'],
  model_call_duration_seconds: ['target'],
  model_attempts: ['mode', 'passed'],
  usage_charges_total: ['meter', 'result'],
  usage_charged_units_total: ['meter'],
  usage_refunds_total: ['meter'],
  usage_refunded_units_total: ['meter'],
  scoring_duration_seconds: ['tier', 'result'],
  billing_events_set_aside_total: ['type'],
  housekeeping_deleted_rows_total: ['table'],
  housekeeping_failures_total: ['table'],
}

function labelsOf(body: string): Map<string, string[]> {
  const found = new Map<string, string[]>()
  for (const [, name = '', type] of body.matchAll(/^# TYPE (\S+) (\S+)$/gm)) {
    const sample = new RegExp(`^${name}(?:_bucket|_count)?\\{([^}]*)\\}`, 'm').exec(body)?.[1] ?? ''
    const labels = [...sample.matchAll(/(\w+)="/g)].map(([, label = '']) => label)
    const all = labels.length > 0 ? labels : (COUNTED_LATER[name] ?? [])
    for (const ending of type === 'histogram' ? ['_bucket', '_count', '_sum'] : ['']) found.set(name + ending, all)
  }
  return found
}

/** The metrics in a query with the labels it selects by, and the labels it groups by. */
function namesIn(expr: string) {
  const groups = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/))
  const metrics = [...expr.replace(/\bby \([^)]*\)/g, '').matchAll(/\b([a-z]\w*)\b(?!\s*\()(\{[^}]*\})?/g)]
    .filter(([, , chooser], index, all) => chooser !== undefined || !isInsideBraces(expr, all[index]?.[1] ?? ''))
    .map(([, name = '', chooser = '']) => ({
      name,
      labels: [...chooser.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
    }))
    .filter(({ name }) => !WORDS.has(name) && !/^(m|h|s|d)$/.test(name))
  return { metrics, groups }
}

function isInsideBraces(expr: string, word: string): boolean {
  const outside = expr.replace(/\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return !new RegExp(`\\b${word}\\b`).test(outside)
}

describe('the dashboard and the alert rules', () => {
  test('exist', () => {
    expect(queries.length).toBeGreaterThan(30)
  })

  test.each(queries)('$title names metrics and labels that the service exposes: $expr', ({ expr }) => {
    const { metrics, groups } = namesIn(expr)
    expect(metrics.length).toBeGreaterThan(0)
    for (const shown of [exposed, addedUp]) {
      const unknown = metrics.filter(({ name }) => !shown.has(name) && !MADE_METRICS.includes(name))
      expect(unknown.map(({ name }) => name)).toEqual([])
    }
    const known = [...ADDED_LABELS, ...metrics.flatMap(({ name }) => exposed.get(name) ?? [])]
    for (const { labels } of metrics) expect(known).toEqual(expect.arrayContaining(labels))
    expect(known).toEqual(expect.arrayContaining(groups))
  })

  test('show every metric of ours', () => {
    const ours = [...exposed.keys()]
      .map((name) => name.replace(/_(bucket|count|sum)$/, ''))
      .filter((name) => !/^(process|nodejs)_/.test(name))
    const shown = queries.flatMap(({ expr }) => namesIn(expr).metrics.map(({ name }) => name)).join(' ')
    expect(ours.filter((name) => !shown.includes(name))).toEqual([])
  })

  test('would be caught if they used a missing name or label', () => {
    expect(namesIn('sum by (route) (rate(http_gone_total{status=~"5.."}[5m])) > 0.5')).toEqual({
      metrics: [{ name: 'http_gone_total', labels: ['status'] }],
      groups: ['route'],
    })
  })

  test('every alert says what to do, and uses labels it has', () => {
    for (const { rules } of alerts.groups) {
      for (const { alert, expr, annotations } of rules) {
        expect(annotations.description, alert).toBeTruthy()
        const { groups, metrics } = namesIn(expr)
        const known = [...ADDED_LABELS, ...groups, ...metrics.flatMap(({ name }) => exposed.get(name) ?? [])]
        const named = [
          ...Object.values(annotations)
            .join(' ')
            .matchAll(/\$labels\.(\w+)/g),
        ].map(([, name]) => name)
        expect(known, alert).toEqual(expect.arrayContaining(named))
      }
    }
  })
})

describe('settings', () => {
  const known = new Set([...SETTING_NAMES, ...SECRET_NAMES.map((name) => `${name}_FILE`)])
  const isKnown = (name: string): boolean => known.has(name) || name.startsWith('OTEL_')

  /** compose.yaml decides them itself, or the image does. */
  const DECIDED = ['HOST', 'PORT', 'DATA_DIR', 'DATABASE_LISTEN_URL', 'NODE_ENV']

  test('compose.yaml passes on every setting, and nothing else', () => {
    const nodes = parse(read('compose.yaml'), { merge: true }).services
    for (const node of ['node-1', 'node-2']) {
      const given = Object.keys(nodes[node].environment)
      expect(given.filter((name) => !isKnown(name))).toEqual([])
      expect(SETTING_NAMES.filter((name) => !given.includes(name) && !DECIDED.includes(name))).toEqual([])
      expect(nodes[node].stop_grace_period).toBe('30s')
    }
  })

  test('HAProxy and Prometheus know the nodes of compose.yaml', () => {
    const nodes = Object.keys(parse(read('compose.yaml'), { merge: true }).services).filter((name) =>
      name.startsWith('node-'),
    )
    for (const file of ['deploy/haproxy/haproxy.cfg', 'deploy/prometheus/prometheus.yml']) {
      for (const node of nodes) expect(read(file), file).toContain(`${node}:8080`)
    }
  })

  test('the chart and the systemd unit use settings that exist', () => {
    const { settings } = parse(read('deploy/helm/values.yaml'))
    expect(Object.keys(settings).filter((name) => !isKnown(name))).toEqual([])
    const unit = read('deploy/systemd/equipoise.service')
    const given = [...(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name = '']) => name)
    expect(given.length).toBeGreaterThan(0)
    expect(given.filter((name) => !isKnown(name))).toEqual([])
  })

  test('systemd runs the program of the command line from the npm packages, not npx', () => {
    const { name, bin } = JSON.parse(read('cli/package.json')) as { name: string; bin: { equipoise: string } }
    const program = `node_modules/${name}/${bin.equipoise.replace('./', '')} serve`
    for (const file of ['docs/operating/running.md', 'deploy/systemd/equipoise.service']) {
      expect(read(file), file).toContain(`/usr/bin/node ${program}`)
      expect(read(file), file).not.toMatch(/npx equipoise serve/)
    }
  })

  test('every setting that contains a secret can come from a file', () => {
    const secret = SETTING_NAMES.filter((name) => /SECRET|_KEY$|TOKEN|PASSPHRASE/.test(name))
    expect(secret.length).toBeGreaterThan(5)
    // These contain a password or keys among other things.
    expect(SECRET_NAMES).toEqual(expect.arrayContaining([...secret, 'DATABASE_URL', 'SMTP_URL', 'CHAT_TARGETS']))
  })
})

describe('the entry for the public benchmark', () => {
  const FOLDER = 'deploy/benchmark/equipoise'
  /** What its harness fills in. */
  const FILLED: Readonly<Record<string, string>> = { GW_PORT: '8080', MOCK_PORT: '8000', NCORE: '4' }
  const definition = JSON.parse(read(`${FOLDER}/definition.json`))
  const env = Object.fromEntries(
    read(`${FOLDER}/env`)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), filled(line.slice(line.indexOf('=') + 1))]),
  )

  /** Braces are written twice where they are meant. */
  function filled(text: string): string {
    const whole = text.replace(/(?<!\{)\{(\w+)\}(?!\})/g, (_, name) => FILLED[name] ?? `no ${name}`)
    return whole.replaceAll('{{', '{').replaceAll('}}', '}')
  }

  test('starts with settings that the service accepts, each with its reason', () => {
    const config = configFrom(env, (path) => read(path.replace('/bench', FOLDER)))
    expect(config.chat.targets?.map(({ provider, models }) => [provider, Object.keys(models ?? {})])).toEqual(
      Object.entries(definition.egress_models).map(([provider, model]) => [provider, [model]]),
    )
    const reasons = read(`${FOLDER}/why`).match(/^[A-Z_]+/gm)
    expect(reasons?.toSorted()).toEqual(Object.keys(env).toSorted())
  })

  test('declares a key of our form, which its command makes work', () => {
    expect(isWellFormed(definition.auth, brandNamed('svc').keyPrefix)).toBe(true)
    expect(read(`${FOLDER}/commands`)).toContain(
      `${definition.runtime.container} node /bench/seed.mjs ${definition.auth}`,
    )
    const mounted = definition.launch.mounts.map((mount: { host_path: string }) => mount.host_path)
    for (const file of mounted) expect(read(`${FOLDER}/${file}`)).not.toBe('')
  })
})

describe('the chart', () => {
  const TEMPLATES = 'deploy/helm/templates'
  const templates = readdirSync(join(ROOT, TEMPLATES)).map((name) => ({ name, text: read(`${TEMPLATES}/${name}`) }))
  const values = parse(read('deploy/helm/values.yaml'))

  test.each(templates)('$name uses values that have a default', ({ text }) => {
    for (const [, path = ''] of text.matchAll(/\.Values\.([\w.]+)/g)) {
      if (path.startsWith('secrets.')) continue
      const found = path.split('.').reduce((at, key) => (at as Record<string, unknown> | undefined)?.[key], values)
      expect(found, path).toBeDefined()
    }
  })

  test.each(templates)('$name closes what it opens', ({ text }) => {
    const opened = text.match(/\{\{-?\s*(?:if|range|with|define)\b/g)?.length ?? 0
    const closed = text.match(/\{\{-?\s*end\s*-?\}\}/g)?.length ?? 0
    expect(closed).toBe(opened)
  })

  test('its schema accepts every default, and rejects unknown values and wrong types', async () => {
    const app = fastify({
      ajv: { customOptions: { removeAdditional: false, coerceTypes: false, allowUnionTypes: true } },
    })
    app.post('/', { schema: { body: JSON.parse(read('deploy/helm/values.schema.json')) } }, () => 'valid')
    const send = async (changed: object) =>
      (await app.inject({ method: 'POST', url: '/', payload: { ...values, ...changed } })).body
    expect(await send({})).toBe('valid')
    expect(await send({ extraVolumes: [{ name: 'plans' }], settings: { WORKERS: 2 } })).toBe('valid')
    for (const wrong of [
      { replicas: 2 },
      { replicaCount: 'two' },
      { image: { repository: 'equipoise', version: '1' } },
      { settings: { public_url: 'https://equipoise.example' } },
      { extraVolumes: { name: 'plans' } },
    ])
      expect(await send(wrong), JSON.stringify(wrong)).toContain('FST_ERR_VALIDATION')
    await app.close()
  })

  test('every partial template that is included is defined', () => {
    const all = templates.map(({ text }) => text).join('\n')
    const defined = new Set([...all.matchAll(/define "([^"]+)"/g)].map(([, name]) => name))
    for (const [, name] of all.matchAll(/include "([^"]+)"/g)) expect(defined).toContain(name)
  })
})
