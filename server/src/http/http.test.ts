import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openService, type Service } from '../../test/service.ts'

let service: Service
beforeAll(async () => {
  service = await openService()
})
afterAll(() => service.close())

test('health reports that the service and its database work', async () => {
  const answer = await service.app.inject('/health')
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toMatchObject({ status: 'ok', version: '0.0.0-test', database: 'ok' })
  expect((await service.app.inject('/health/live')).json()).toEqual({ status: 'ok' })
  expect((await service.app.inject('/health/ready')).statusCode).toBe(200)
})

describe('every answer', () => {
  test('has a request id, the version of the contract and the security headers', async () => {
    const { headers } = await service.app.inject('/health')
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
    expect(headers['x-api-version']).toMatch(/^\d+\.\d+\.\d+$/)
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['content-security-policy']).toContain("default-src 'none'")
  })

  test("keeps the caller's request id if it is valid", async () => {
    const good = await service.app.inject({ url: '/health', headers: { 'x-request-id': 'trace-12345678' } })
    expect(good.headers['x-request-id']).toBe('trace-12345678')
    const bad = await service.app.inject({ url: '/health', headers: { 'x-request-id': 'a b\u00e9'.repeat(40) } })
    expect(bad.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
  })
})

test('an unknown path is 404 and a known path with another method 405, both as { detail }', async () => {
  const missing = await service.app.inject('/nowhere?token=abc')
  expect([missing.statusCode, missing.json()]).toEqual([404, { detail: 'There is no GET /nowhere' }])
  const wrong = await service.app.inject({ method: 'DELETE', url: '/health' })
  expect([wrong.statusCode, wrong.headers.allow]).toEqual([405, 'GET, HEAD'])
  expect(wrong.json().detail).toContain('DELETE is not allowed')
})

describe('a body', () => {
  const send = (headers: Record<string, string>, payload = '') =>
    service.app.inject({ method: 'POST', url: '/compute', headers, payload })

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/json'])(
    'that is missing is reported as missing fields, also with content type %s',
    async (type) => {
      const answer = await send({ 'content-type': type, 'content-length': '0' })
      expect([answer.statusCode, answer.json().detail]).toMatchObject([422, [{ loc: ['body', 'bias'] }]])
    },
  )

  test.each(['application/x-www-form-urlencoded', 'text/plain', 'application/xml', 'nonsense', ''])(
    'of another type (%s) is 400',
    async (type) => {
      const answer = await send({ 'content-type': type }, '{"bias":0.5}')
      expect([answer.statusCode, answer.json()]).toEqual([
        400,
        { detail: 'Unsupported content type: send application/json' },
      ])
    },
  )

  test('can start with a byte order mark', async () => {
    expect((await send({ 'content-type': 'application/json' }, '\uFEFF{"bias":0.5}')).statusCode).toBe(200)
  })
})

test('a stop lets running requests finish, and then closes all connections', async () => {
  let answer = (_text: string): void => {}
  let isAsked = (): void => {}
  const asked = new Promise<void>((resolve) => {
    isAsked = resolve
  })
  const handler = () =>
    new Promise<string>((resolve) => {
      answer = resolve
      isAsked()
    })
  const stopping = await openService({
    extend(app) {
      app.get('/long', { config: { access: 'public' } }, handler)
      app.addHook('preClose', async () => answer('done'))
    },
  })
  const url = await stopping.app.listen({ port: 0, host: '127.0.0.1' })
  const running = fetch(`${url}/long`)
  await asked
  const closed = stopping.close()
  expect([await (await running).text(), (await running).headers.get('connection')]).toEqual(['done', 'close'])
  await closed
})

test('a stop answers what was already sent on an open connection', async () => {
  const stopping = await openService()
  const { port } = new URL(await stopping.app.listen({ port: 0, host: '127.0.0.1' }))
  const socket = connect(Number(port), '127.0.0.1')
  const ask = () => new Promise((resolve) => socket.write('GET /health/live HTTP/1.1\r\nHost: a\r\n\r\n', resolve))
  let answers = ''
  socket.on('data', (chunk) => {
    answers += chunk
  })
  await ask()
  await once(socket, 'data')
  await ask()
  const gone = once(socket, 'close')
  await stopping.close()
  await gone
  expect(answers.match(/200 OK/g)).toHaveLength(2)
  expect(answers.match(/connection: close/gi)).toHaveLength(1)
})

test('metrics are readable from this machine only, and their labels are route patterns', async () => {
  await service.app.inject('/nowhere/secret-path')
  const metrics = await service.app.inject('/metrics')
  expect(metrics.body).toContain('http_request_duration_seconds_bucket')
  expect(metrics.body).not.toContain('secret-path')
  expect(metrics.body).toContain('# TYPE housekeeping_deleted_rows_total counter')
  expect(metrics.body).toContain('# TYPE housekeeping_failures_total counter')
  const anonymous = await service.app.inject({ url: '/metrics', remoteAddress: '203.0.113.9' })
  expect(anonymous.statusCode).toBe(401)
  const passedOn = await service.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '203.0.113.9' } })
  expect(passedOn.statusCode).toBe(401)
})

test('with METRICS_TOKEN only its holder can read the metrics', async () => {
  const guarded = await openService({ env: { METRICS_TOKEN: 'watch-me' } })
  const read = async (authorization: string) =>
    (await guarded.app.inject({ url: '/metrics', headers: { authorization }, remoteAddress: '203.0.113.9' })).statusCode
  const rejected = await guarded.app.inject('/metrics')
  expect([rejected.statusCode, rejected.json().detail]).toEqual([
    401,
    'Metrics need the METRICS_TOKEN as a bearer token.',
  ])
  expect([await read('Bearer watch-me'), await read('bearer watch-me'), await read('Bearer watch')]).toEqual([
    200, 200, 401,
  ])
  await guarded.close()
})

test('the log has one line per request, without the query', async () => {
  await service.app.inject('/health?token=very-secret')
  expect(service.log()).toContain('"path":"/health"')
  expect(service.log()).not.toContain('very-secret')
})

describe('browsers of other origins', () => {
  test('can call if the deployment lists them, never with the cookie', async () => {
    const open = await openService({ env: { CORS_ORIGINS: 'https://app.example' } })
    const preflight = await open.app.inject({
      method: 'OPTIONS',
      url: '/health',
      headers: { origin: 'https://app.example' },
    })
    expect(preflight.statusCode).toBe(204)
    expect(preflight.headers['access-control-allow-origin']).toBe('https://app.example')
    expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
    expect(preflight.headers['x-api-version']).toMatch(/^\d+\.\d+\.\d+$/)
    await open.close()
  })

  test('may send the headers of any client library, and read all of ours', async () => {
    const open = await openService({ env: { CORS_ORIGINS: 'https://app.example' } })
    const headers = { origin: 'https://app.example' }
    const preflight = await open.app.inject({ method: 'OPTIONS', url: '/compute', headers })
    expect(preflight.headers['access-control-allow-headers']).toBe('Authorization, *')
    const rejected = await open.app.inject({ url: '/auth/me', headers })
    expect([rejected.statusCode, rejected.headers['access-control-expose-headers']]).toEqual([401, '*'])
    await open.close()
  })

  test('get no permission otherwise', async () => {
    const answer = await service.app.inject({ url: '/health', headers: { origin: 'https://evil.example' } })
    expect(answer.headers['access-control-allow-origin']).toBeUndefined()
  })
})

test("the API reference shows the deployment's own address", async () => {
  const own = await openService({ env: { PUBLIC_URL: 'https://fair.example' } })
  const page = await own.app.inject('/docs/api/service')
  expect(page.body).toContain('curl https://fair.example/health')
  expect(page.body).not.toContain('localhost')
  await own.close()
})

test('the examples of the API reference can be sent as they are', async () => {
  const { body } = await service.app.inject('/docs/api/account')
  const [, url = '', data = ''] = /curl -X POST (http:[^ ]+\/auth\/register) .*?-d &#39;(.*?)&#39;/s.exec(body) ?? []
  expect(url).toBe('http://127.0.0.1:8080/auth/register')
  const answer = await service.app.inject({
    method: 'POST',
    url: '/auth/register',
    headers: { 'content-type': 'application/json' },
    payload: data.replaceAll('&quot;', '"'),
  })
  expect(answer.statusCode).toBe(201)
})

test('the documentation loads nothing from other hosts and has no inline script', async () => {
  const page = await service.app.inject('/docs')
  expect(page.headers['content-type']).toContain('text/html')
  expect(page.body).toContain('/health')
  const loaded = page.body.replace(/<link rel="canonical".*/, '')
  expect(loaded).not.toMatch(/<script(?! src)|<(img|iframe)|\bon[a-z]+="|(src|href)="(https?:)?\/\//)
  expect(page.headers['content-security-policy']).toContain("script-src 'self'; connect-src 'self'")
  expect((await service.app.inject('/docs/style.css')).headers['content-type']).toContain('text/css')
})

test('every request has a sample in three languages, and the guides are pages of the same site', async () => {
  const { body } = await service.app.inject('/docs/api/chat')
  for (const code of ['curl -X POST', 'client.ai.chat(', 'requests.post(']) expect(body).toContain(code)
  const guide = await service.app.inject('/docs/guide/quotas')
  expect(guide.body).toContain('<h1>Quotas and usage</h1>')
  expect(guide.body).not.toMatch(/href="[^"]*\.md/)
  expect((await service.app.inject('/docs/guide/nothing')).statusCode).toBe(404)
  for (const name of ['model-card', 'privacy', 'security', 'changelog', 'licence', 'terms', 'contact', 'imprint'])
    expect((await service.app.inject(`/docs/guide/${name}`)).statusCode).toBe(200)
  expect((await service.app.inject('/docs/guide/terms')).body).toContain('has not published any')
  expect(guide.body).toContain('<link rel="canonical" href="http://127.0.0.1:8080/docs/guide/quotas">')
  expect((await service.app.inject('/changelog.xml')).body).toMatch(/<item><title>Equipoise 1\.0\.0<\/title>/)
})

test('the documentation starts with a small page, which links to a page for each group', async () => {
  const start = (await service.app.inject('/docs')).body
  expect(start).toContain('Start in five minutes')
  expect(start.match(/<\w/g)?.length).toBeLessThan(3_000)
  const pages = new Set([...start.matchAll(/href="(\/docs\/api\/[\w-]+)"/g)].map(([, page]) => page ?? ''))
  expect(pages.size).toBeGreaterThan(10)
  for (const page of pages) expect([page, (await service.app.inject(page)).statusCode]).toEqual([page, 200])
})
