import { expect, test } from 'vitest'
import { configFrom, SECRET_NAMES } from './config.ts'
import { BUILT_IN_PLANS, CATALOGUE } from './ground/plans.ts'
import { Secret } from './ground/secret.ts'

const none = () => ''

test('without any setting, everything has a default that works', () => {
  const config = configFrom({}, none)
  expect(config).toMatchObject({
    port: 8080,
    host: '127.0.0.1',
    publicUrl: 'http://127.0.0.1:8080',
    dataDir: './data',
    brand: 'svc',
  })
  expect(Object.keys(config.providers)).toEqual(['provider_a', 'provider_b', 'provider_c'])
})

test('an empty setting counts as absent', () => {
  expect(configFrom({ PORT: '', DATABASE_URL: ' ' }, none)).toMatchObject({ port: 8080, databaseUrl: undefined })
})

test('every bad value is named at once, also those that are wrong only beside others', () => {
  const env = {
    PORT: '99999',
    BRAND: 'Acme!',
    LOG_LEVEL: 'loud',
    JWT_SECRET: 'short',
    CORS_ORIGINS: 'https://a.example, foo',
    TRUSTED_PROXIES: 'zz',
    CHAT_PROVIDER: 'provider_x',
    PLANS_FILE: '/nowhere',
  }
  const start = () => configFrom({ ...env, STRIPE_SECRET_KEY: 'sk_test', SMTP_URL: 'smtp://mail' }, none)
  for (const name of [...Object.keys(env), 'STRIPE_WEBHOOK_SECRET', 'MAIL_FROM']) {
    expect(start).toThrow(new RegExp(`^${name}:`, 'm'))
  }
  expect(() => configFrom({ PROVIDERS: '{', PORT: 'x' }, none)).toThrow(/^PORT:.*\n?PROVIDERS:|^PROVIDERS:/m)
})

test.each([
  [{}, 'sandbox'],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://[::1]:8080' }, 'sandbox'],
  [{ HOST: '0.0.0.0' }, 'off'],
  [{ HOST: '::' }, 'off'],
  [{ HOST: '192.168.1.7' }, 'off'],
  [{ PUBLIC_URL: 'https://equipoise.example' }, 'off'],
  [{ PUBLIC_URL: 'https://127.example' }, 'off'],
  [{ NODE_ENV: 'production' }, 'off'],
  [{ HOST: '0.0.0.0', NODE_ENV: 'production', PAYMENTS: 'sandbox' }, 'sandbox'],
  [{ PAYMENTS: 'off' }, 'off'],
  [{ STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test' }, 'stripe'],
  [{ STRIPE_SECRET_KEY: 'sk_test', STRIPE_WEBHOOK_SECRET: 'whsec_test', PAYMENTS: 'off' }, 'off'],
])('with %j payments are %s', (env, payments) => {
  expect(configFrom(env, none).payments).toBe(payments)
})

test.each(['0.0.0.0', '::'])('a service that listens on %s never puts that address into a link', (HOST) => {
  expect(configFrom({ HOST }, none)).toMatchObject({ publicUrl: 'http://localhost:8080', isPublicUrlKnown: false })
  const mailing = { HOST, SMTP_URL: 'smtp://mail', MAIL_FROM: 'a@b.example' }
  expect(() => configFrom(mailing, none)).toThrow(/^PUBLIC_URL: is required/m)
  const known = { ...mailing, PUBLIC_URL: 'https://equipoise.example' }
  expect(configFrom(known, none)).toMatchObject({ publicUrl: 'https://equipoise.example', isPublicUrlKnown: true })
})

test.each(['10.0.0.1', '10.0.0.0/8', '::1', 'fd00::/8', 'loopback', ''])('%j may be a trusted proxy', (text) => {
  expect(() => configFrom({ TRUSTED_PROXIES: text }, none)).not.toThrow()
})

test.each(['10.0.0', '10.0.0.0/33', '10.0.0.0/8/8', 'example.org'])('%j is no trusted proxy', (text) => {
  expect(() => configFrom({ TRUSTED_PROXIES: text }, none)).toThrow(/^TRUSTED_PROXIES:/m)
})

test.each([
  [{ DATABASE_URL: 'postgres://db' }, 'JWT_SECRET'],
  [{ CHAT_PROVIDER: 'provider_x' }, 'CHAT_PROVIDER'],
  [{ STRIPE_SECRET_KEY: 'sk_test' }, 'STRIPE_WEBHOOK_SECRET'],
  [{ STRIPE_WEBHOOK_SECRET: 'whsec_test' }, 'STRIPE_SECRET_KEY'],
  [{ PAYMENTS: 'stripe' }, 'STRIPE_SECRET_KEY'],
  [{ PAYMENTS: 'play' }, 'PAYMENTS'],
  [{ PUBLIC_URL: 'https://a.example/?b=c' }, 'PUBLIC_URL'],
  [{ CHAT_API_KEY: 'ключ' }, 'CHAT_API_KEY'],
  [{ SMTP_URL: 'smtp://', MAIL_FROM: 'a@b.example' }, 'SMTP_URL'],
  [{ CORS_ORIGINS: '*' }, 'CORS_ORIGINS'],
  [{ CORS_ORIGINS: 'https://a.example/' }, 'CORS_ORIGINS'],
  [{ SMTP_URL: 'smtp://mail' }, 'MAIL_FROM'],
])('%j is rejected, naming %s', (env, name) => {
  expect(() => configFrom(env, none)).toThrow(name)
})

test('secrets cannot be printed', () => {
  const config = configFrom(
    { CHAT_API_KEY: 'sk-canary', JWT_SECRET: 'canary'.repeat(6), METRICS_TOKEN: 'canary' },
    none,
  )
  expect(JSON.stringify(config)).not.toContain('canary')
})

test('providers are configuration: a name, a wire format, a base URL, a model', () => {
  const PROVIDERS = JSON.stringify({
    local: { format: 'openai', base_url: 'http://127.0.0.1:11434/v1/', model: 'tiny' },
  })
  const config = configFrom({ PROVIDERS, CHAT_PROVIDER: 'local' }, none)
  expect(config.providers).toEqual({ local: { format: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', model: 'tiny' } })
})

test.each(SECRET_NAMES)('%s can come from a file, and not from both', (name) => {
  const others: Record<string, Record<string, string>> = {
    DATABASE_LISTEN_URL: { DATABASE_URL: 'postgres://db/x', JWT_SECRET: 'x'.repeat(40) },
    DATABASE_URL: { JWT_SECRET: 'x'.repeat(40) },
    STRIPE_SECRET_KEY: { STRIPE_WEBHOOK_SECRET: 'whsec' },
    STRIPE_WEBHOOK_SECRET: { STRIPE_SECRET_KEY: 'sk_test' },
    SMTP_URL: { MAIL_FROM: 'a@b.example', PUBLIC_URL: 'https://equipoise.example' },
    OIDC_CLIENT_SECRET: { OIDC_ISSUER: 'https://id.example', OIDC_CLIENT_ID: 'me' },
  }
  const values: Record<string, string> = {
    DATABASE_URL: 'postgres://db/y',
    DATABASE_LISTEN_URL: 'postgres://db/y',
    SMTP_URL: 'smtp://mail.example',
    CHAT_TARGETS: JSON.stringify([{ provider: 'provider_c', model: 'small', api_key: 'k' }]),
  }
  const value = values[name] ?? 'y'.repeat(40)
  const read = (path: string) => (path === '/run/secrets/one' ? `${value}\n` : '')
  const revealed = (env: object) =>
    JSON.stringify(configFrom({ ...others[name], ...env }, read), (_key, one) =>
      one instanceof Secret ? one.reveal() : one,
    )
  expect(revealed({ [`${name}_FILE`]: '/run/secrets/one' })).toBe(revealed({ [name]: value }))
  expect(() => revealed({ [name]: value, [`${name}_FILE`]: '/run/secrets/one' })).toThrow(`${name}: is set twice`)
  expect(() => revealed({ [`${name}_FILE`]: '/run/secrets/none' })).toThrow('/run/secrets/none is empty')
})

test('a plans file replaces the tables, and a wrong one is rejected with the field', () => {
  const plan = {
    price_eur: 5,
    max_n: 9,
    compute: 7,
    ai_chat: null,
    ai_analyze: 1,
    ai_proxy: 0,
    keys: 1,
    requests_per_minute: 60,
  }
  const plans = Object.fromEntries(BUILT_IN_PLANS.map((id) => [id, plan]))
  const config = configFrom({ PLANS_FILE: 'plans.json' }, () => JSON.stringify({ plans }))
  expect(config.catalogue.plans.free.allowance).toEqual({ compute: 7, 'ai/chat': null, 'ai/analyze': 1, 'ai/proxy': 0 })
  expect(config.catalogue.topups).toEqual(CATALOGUE.topups)
  const wrong = () =>
    configFrom({ PLANS_FILE: 'plans.json' }, () => JSON.stringify({ plans: { ...plans, pro: { ...plan, keys: -1 } } }))
  expect(wrong).toThrow(/PLANS_FILE[\s\S]*pro/)
})

test('a public address with a path is rejected, since the service needs a host name of its own', () => {
  const at = (url: string) => configFrom({ PUBLIC_URL: url }, none)
  expect(() => at('https://example.org/equipoise')).toThrow(
    /^PUBLIC_URL: has a path: the service needs its own host name/m,
  )
  expect(at('https://equipoise.example/').publicUrl).toBe('https://equipoise.example')
})

test('an address for sessions needs a database to belong to', () => {
  expect(() => configFrom({ DATABASE_LISTEN_URL: 'postgres://db/x' }, none)).toThrow(
    /^DATABASE_LISTEN_URL: needs DATABASE_URL$/m,
  )
})

test('WORKERS is a number of processes or auto; without it there is one', () => {
  const read = (WORKERS?: string) => configFrom(WORKERS === undefined ? {} : { WORKERS }, () => '').workers
  expect([read(), read('4'), read('auto')]).toEqual([1, 4, 'auto'])
  for (const wrong of ['0', '-1', '1.5', 'all', '100']) expect(() => read(wrong)).toThrow('WORKERS: ')
})

test('the texts of the operator come from one folder, and a folder without any is an error', () => {
  const files: Record<string, string> = { '/legal/contact.md': '# Contact', '/legal/imprint.md': '# Imprint' }
  const read = (path: string) => {
    if (path in files) return files[path] as string
    throw new Error('not there')
  }
  expect(configFrom({ LEGAL_DIR: '/legal' }, read).legal).toEqual({ contact: '# Contact', imprint: '# Imprint' })
  expect(configFrom({}, read).legal).toEqual({})
  expect(() => configFrom({ LEGAL_DIR: '/none' }, read)).toThrow(
    'LEGAL_DIR: /none has none of terms.md, contact.md, imprint.md',
  )
})
