// Reads the environment into one frozen Config. Invalid values stop the start, with one message that names all of them.
import { isIP } from 'node:net'
import { z } from 'zod'
import { chatModels, chatTargets, jsonText } from './chat-settings.ts'
import { BRAND_PATTERN, DEFAULT_BRAND } from './ground/brand.ts'
import { FILTER_MODES } from './ground/filter-mode.ts'
import { CATALOGUE, type Catalogue, catalogueFrom } from './ground/plans.ts'
import type { ProviderSetting } from './ground/provider-setting.ts'
import { PASSPHRASE_LENGTH_MIN, Secret } from './ground/secret.ts'
import { legalProblems, readLegal } from './legal-texts.ts'

export type Config = Readonly<ReturnType<typeof configFrom>>

const DEFAULT_PROVIDERS: Record<string, ProviderSetting> = {
  provider_a: {
    format: 'openai',
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4o-mini',
    aliases: ['openai'],
    label: 'OpenAI',
  },
  provider_b: {
    format: 'anthropic',
    baseUrl: 'https://api.anthropic.com/v1',
    model: 'claude-3-5-haiku-latest',
    aliases: ['anthropic'],
    label: 'Anthropic',
  },
  provider_c: {
    format: 'openai',
    baseUrl: 'https://api.groq.com/openai/v1',
    model: 'llama-3.1-8b-instant',
    aliases: ['groq'],
    label: 'Groq',
  },
}

const JWT_SECRET_LENGTH_MIN = 32
/** What screens and emails call the identity provider. */
const PROVIDER_NAME = 'single sign-on'
const DEFAULT_CHAT_PROVIDER = 'provider_c'
const port = z.coerce.number().int().min(0).max(65535)
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const origins = list.refine((items) => items.every(isOrigin), 'is a list of origins such as https://app.example.org')
const beaconHosts = list.refine(
  (items) => items.every((item) => isOrigin(item) && /^https:|^http:\/\/(127\.0\.0\.1|localhost)(:|$)/.test(item)),
  'is a list of origins such as https://api.drand.sh',
)
const networks = list.refine((items) => items.every(isNetwork), 'is a list of addresses such as 10.0.0.1 or 10.0.0.0/8')
const secret = z.string().transform((text) => new Secret(text))
const onOrOff = z.literal(['on', 'off']).transform((text) => text === 'on')
const headerSecret = z
  .string()
  .regex(/^[\x21-\x7e]+$/, 'is printable ASCII without spaces')
  .transform((text) => new Secret(text))
const duration = z
  .string()
  .regex(/^[1-9]\d{0,4}[mhd]$/, 'is a number with m, h or d, such as 6h')
  .transform(
    (text) => Number.parseInt(text, 10) * { m: 60_000, h: 3_600_000, d: 86_400_000 }[text.at(-1) as 'm' | 'h' | 'd'],
  )
const httpUrl = z
  .url({ protocol: /^https?$/ })
  .regex(/^[^?#]*$/, 'has no query and no fragment')
  .transform((text) => text.replace(/\/{1,20}$/, ''))
const postgresUrl = z.string().regex(/^postgres(ql)?:/, 'starts with postgres://')

const providerName = z.string().regex(/^[a-z0-9_-]{1,32}$/, 'is a name of lower-case letters, digits, _ and -')
const providers = jsonText.pipe(
  z.record(
    providerName,
    z
      .strictObject({
        format: z.literal(['openai', 'anthropic']),
        base_url: httpUrl,
        model: z.string().min(1),
        aliases: z.array(providerName).optional(),
        label: z.string().min(1).max(60).optional(),
        simulated: z.boolean().optional(),
      })
      .transform(
        ({ base_url, aliases, label, simulated, ...rest }): ProviderSetting => ({
          ...rest,
          baseUrl: base_url,
          ...(aliases ? { aliases } : {}),
          ...(label ? { label } : {}),
          ...(simulated ? { simulated } : {}),
        }),
      ),
  ),
)

const MESSAGES_DEFAULT = 2_000
const CHARACTERS_DEFAULT = 4_000_000
/** One line per setting; a test compares these names with docs/operating and .env.example. */
const settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl
    .refine(
      (url) => !URL.canParse(url) || new URL(url).pathname === '/',
      'has a path: the service needs its own host name, such as https://equipoise.example',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_LISTEN_URL: postgresUrl.optional(),
  JWT_SECRET: z
    .string()
    .min(JWT_SECRET_LENGTH_MIN)
    .transform((text) => new Secret(text))
    .optional(),
  JWT_SECRET_PREVIOUS: list
    .refine((items) => items.every((item) => item.length >= JWT_SECRET_LENGTH_MIN), 'holds a secret that is too short')
    .transform((items) => items.map((item) => new Secret(item)))
    .default([]),
  REGISTRATION: z.literal(['open', 'invite', 'closed']).default('open'),
  PASSWORD_SIGN_IN: onOrOff.default(true),
  ADMIN_EMAIL: z.email().toLowerCase().optional(),
  ADMIN_SECOND_FACTOR: z.literal(['required', 'optional']).default('optional'),
  OIDC_ISSUER: httpUrl.optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: secret.optional(),
  BRAND: z
    .string()
    .regex(BRAND_PATTERN, 'is 2 to 16 lower-case letters or digits, a letter first')
    .default(DEFAULT_BRAND),
  PROVIDERS: providers.optional(),
  CHAT_API_KEY: headerSecret.optional(),
  CHAT_PROVIDER: z.string().default(DEFAULT_CHAT_PROVIDER),
  CHAT_MODEL: z.string().optional(),
  CHAT_MODELS: chatModels.optional(),
  CHAT_TARGETS: chatTargets.optional(),
  CHAT_WEBSOCKETS: onOrOff.default(true),
  CHAT_FILTER_MODE: z.literal(FILTER_MODES).default('analyze'),
  CHAT_MESSAGES_MAX: z.coerce.number().int().min(1).max(10_000).default(MESSAGES_DEFAULT),
  CHAT_CHARACTERS_MAX: z.coerce.number().int().min(1_000).max(16_000_000).default(CHARACTERS_DEFAULT),
  AI_TIMEOUT_MS: milliseconds.default(60_000),
  ENGINE_TIMEOUT_MS: milliseconds.default(2_000),
  WORKERS: z
    .string()
    .regex(/^(auto|[1-9]\d?)$/, 'is a number of processes from 1 to 99, or auto: one for each core')
    .default('1'),
  DRAIN_MS: z.coerce.number().int().min(0).max(60_000).default(0),
  BACKUP_DIR: z.string().optional(),
  BACKUP_EVERY: duration.default(86_400_000),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(10_000).default(7),
  BACKUP_PASSPHRASE: secret.optional(),
  PAYMENTS: z.literal(['stripe', 'sandbox', 'off']).optional(),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  STRIPE_TAX: onOrOff.default(false),
  PLANS_FILE: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/[^/\s]/, 'is smtp:// or smtps:// and a host')
    .transform((text) => new Secret(text))
    .optional(),
  MAIL_FROM: z.string().optional(),
  TRUSTED_PROXIES: networks.default([]),
  CORS_ORIGINS: origins.default([]),
  METRICS_TOKEN: secret.optional(),
  NEUTRALITY_MODEL: z.string().optional(),
  LANGUAGETOOL_URL: httpUrl.optional(),
  WEBHOOK_ADDRESSES: z.literal(['public', 'any']).default('public'),
  EDITOR_KEYS: z.literal(['required', 'optional']).default('required'),
  LEGAL_DIR: z.string().optional(),
  BEACONS: beaconHosts.default([]),
  NIST_BEACON: httpUrl.optional(),
  TIMESTAMP_URL: httpUrl.optional(),
  CERTIFIED_MODE: z.literal(['0', '1']).default('0'),
  LOG_LEVEL: z.literal(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.string().default('development'),
})

export const SETTING_NAMES = Object.keys(settings.shape)
/** Each of these can also be given as a file: NAME_FILE is its path. */
export const SECRET_NAMES: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_LISTEN_URL',
  'JWT_SECRET',
  'JWT_SECRET_PREVIOUS',
  'CHAT_API_KEY',
  'CHAT_TARGETS',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OIDC_CLIENT_SECRET',
  'BACKUP_PASSPHRASE',
]

/** `readFile` reads the plans file: this module does not access the disk itself. */
export function configFrom(env: Record<string, string | undefined>, readFile: (path: string) => string) {
  const unreadable: string[] = []
  const given = givenSettings(env, readFile, unreadable)
  const parsed = settings.safeParse(given)
  const table = given.PROVIDERS ? providers.safeParse(given.PROVIDERS).data : DEFAULT_PROVIDERS
  const plans = given.PLANS_FILE ? readCatalogue(given.PLANS_FILE, readFile) : CATALOGUE
  const legal = given.LEGAL_DIR ? readLegal(given.LEGAL_DIR, readFile) : {}
  const wrong = [
    ...unreadable,
    ...(parsed.error ? parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`) : []),
    ...contradictions(given, table),
    ...(plans instanceof Error ? [plans.message] : []),
    ...legalProblems(given.LEGAL_DIR, legal),
  ]
  if (!parsed.success || !table || plans instanceof Error || wrong.length > 0) throw new Error(wrong.join('\n'))
  const s = parsed.data
  const publicUrl = s.PUBLIC_URL ?? `http://${inUrl(isWildcard(s.HOST) ? 'localhost' : s.HOST)}:${s.PORT}`
  return Object.freeze({
    port: s.PORT,
    host: s.HOST,
    publicUrl,
    /** False if the address is a guess: the service listens on all interfaces and cannot know its public address. */
    isPublicUrlKnown: s.PUBLIC_URL !== undefined || !isWildcard(s.HOST),
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    databaseListenUrl: s.DATABASE_LISTEN_URL,
    jwtSecret: s.JWT_SECRET,
    previousSecrets: s.JWT_SECRET_PREVIOUS,
    signUpRules: { registration: s.REGISTRATION, passwordSignIn: s.PASSWORD_SIGN_IN, adminEmail: s.ADMIN_EMAIL },
    adminSecondFactor: s.ADMIN_SECOND_FACTOR,
    oidc:
      s.OIDC_ISSUER && s.OIDC_CLIENT_ID && s.OIDC_CLIENT_SECRET
        ? { issuer: s.OIDC_ISSUER, clientId: s.OIDC_CLIENT_ID, clientSecret: s.OIDC_CLIENT_SECRET, name: PROVIDER_NAME }
        : undefined,
    brand: s.BRAND,
    providers: table,
    chat: {
      apiKey: s.CHAT_API_KEY,
      provider: s.CHAT_PROVIDER,
      model: s.CHAT_MODEL,
      models: s.CHAT_MODELS,
      targets: s.CHAT_TARGETS,
      filterMode: s.CHAT_FILTER_MODE,
      webSockets: s.CHAT_WEBSOCKETS,
      conversation: { messagesMax: s.CHAT_MESSAGES_MAX, charactersMax: s.CHAT_CHARACTERS_MAX },
    },
    aiTimeoutMs: s.AI_TIMEOUT_MS,
    engineTimeoutMs: s.ENGINE_TIMEOUT_MS,
    workers: s.WORKERS === 'auto' ? ('auto' as const) : Number(s.WORKERS),
    drainMs: s.DRAIN_MS,
    backups: s.BACKUP_DIR ? { dir: s.BACKUP_DIR, everyMs: s.BACKUP_EVERY, keep: s.BACKUP_KEEP } : undefined,
    backupPassphrase: s.BACKUP_PASSPHRASE,
    payments: s.PAYMENTS ?? defaultPayments(s, publicUrl),
    stripe: stripeFrom(s),
    catalogue: plans,
    mail: { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    trustedProxies: s.TRUSTED_PROXIES,
    corsOrigins: s.CORS_ORIGINS,
    metricsToken: s.METRICS_TOKEN,
    neutralityModel: s.NEUTRALITY_MODEL,
    languageToolUrl: s.LANGUAGETOOL_URL,
    webhookAddresses: s.WEBHOOK_ADDRESSES,
    editorKeys: s.EDITOR_KEYS,
    legal,
    witnesses: { beaconHosts: s.BEACONS, nistBeacon: s.NIST_BEACON, timestampUrl: s.TIMESTAMP_URL },
    isCertified: s.CERTIFIED_MODE === '1',
    logLevel: s.LOG_LEVEL,
  })
}

/** The settings that are given, trimmed. A secret can also be in a file, whose path is in the variable with _FILE appended. */
function givenSettings(
  env: Record<string, string | undefined>,
  readFile: (path: string) => string,
  unreadable: string[],
): Record<string, string> {
  const given: Record<string, string> = {}
  for (const name of SETTING_NAMES) {
    const text = env[name]?.trim()
    const path = SECRET_NAMES.includes(name) ? env[`${name}_FILE`]?.trim() : undefined
    if (text && path) unreadable.push(`${name}: is set twice: here and by ${name}_FILE`)
    try {
      const value = path ? readFile(path).trim() : text
      if (value) given[name] = value
      else if (path) unreadable.push(`${name}_FILE: ${path} is empty`)
    } catch (error) {
      unreadable.push(`${name}_FILE: ${error instanceof Error ? error.message : String(error)}`)
    }
  }
  return given
}

/** Settings that are valid alone but not together; `table` is undefined if the providers themselves are invalid. */
function contradictions(
  given: Readonly<Record<string, string | undefined>>,
  table: Record<string, ProviderSetting> | undefined,
): string[] {
  const wrong: string[] = []
  const { CHAT_PROVIDER = DEFAULT_CHAT_PROVIDER } = given
  if (given.DATABASE_URL && !given.JWT_SECRET) {
    wrong.push(
      `JWT_SECRET: is required with DATABASE_URL (at least ${JWT_SECRET_LENGTH_MIN} characters, the same on every node)`,
    )
  }
  if (given.DATABASE_LISTEN_URL && !given.DATABASE_URL) wrong.push('DATABASE_LISTEN_URL: needs DATABASE_URL')
  if (table && !Object.hasOwn(table, CHAT_PROVIDER)) {
    wrong.push(`CHAT_PROVIDER: ${CHAT_PROVIDER} is not one of ${Object.keys(table).join(', ')}`)
  }
  for (const { name, provider } of chatTargets.safeParse(given.CHAT_TARGETS).data ?? []) {
    if (table && !Object.hasOwn(table, provider))
      wrong.push(`CHAT_TARGETS: ${name}: ${provider} is not one of ${Object.keys(table).join(', ')}`)
  }
  if (given.CHAT_TARGETS && (given.CHAT_API_KEY || given.CHAT_MODEL))
    wrong.push('CHAT_TARGETS: replaces CHAT_API_KEY and CHAT_MODEL; set one or the other')
  if (given.STRIPE_SECRET_KEY && !given.STRIPE_WEBHOOK_SECRET) {
    wrong.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY')
  }
  if (given.STRIPE_WEBHOOK_SECRET && !given.STRIPE_SECRET_KEY) {
    wrong.push('STRIPE_SECRET_KEY: is required with STRIPE_WEBHOOK_SECRET')
  }
  if (given.PAYMENTS === 'stripe' && !given.STRIPE_SECRET_KEY) {
    wrong.push('STRIPE_SECRET_KEY: is required with PAYMENTS=stripe')
  }
  const linked = ['SMTP_URL', 'STRIPE_SECRET_KEY'].find((name) => given[name])
  if (isWildcard(given.HOST) && !given.PUBLIC_URL && linked) {
    wrong.push(
      `PUBLIC_URL: is required with HOST ${given.HOST} and ${linked} (the address people reach, such as https://equipoise.example: emails and payment pages link to it)`,
    )
  }
  // Checked only for scheduled backups: a shorter passphrase still decrypts backups that were made with it.
  if (given.BACKUP_DIR && given.BACKUP_PASSPHRASE && given.BACKUP_PASSPHRASE.length < PASSPHRASE_LENGTH_MIN) {
    wrong.push(`BACKUP_PASSPHRASE: must have at least ${PASSPHRASE_LENGTH_MIN} characters`)
  }
  if (given.SMTP_URL && !given.MAIL_FROM) wrong.push('MAIL_FROM: is required with SMTP_URL')
  if (given.OIDC_ISSUER?.startsWith('http:') && !isLoopback(new URL(given.OIDC_ISSUER).hostname)) {
    wrong.push('OIDC_ISSUER: must be an https address, since anybody on the way could sign people in')
  }
  const oidc = ['OIDC_ISSUER', 'OIDC_CLIENT_ID', 'OIDC_CLIENT_SECRET']
  if (oidc.some((name) => given[name])) {
    wrong.push(
      ...oidc.filter((name) => !given[name]).map((name) => `${name}: is required with the other OIDC settings`),
    )
  }
  if (given.PASSWORD_SIGN_IN === 'off' && !given.OIDC_ISSUER) {
    wrong.push('PASSWORD_SIGN_IN: without an identity provider (OIDC_ISSUER) nobody could sign in')
  }
  return wrong
}

function stripeFrom(s: z.output<typeof settings>) {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = s
  return { secretKey, webhookSecret, apiBase, computesTax: s.STRIPE_TAX }
}

/** Unless the operator configures payments, the sandbox is offered only if nobody else can reach the service. */
function defaultPayments(
  { STRIPE_SECRET_KEY, HOST, NODE_ENV }: z.output<typeof settings>,
  publicUrl: string,
): 'stripe' | 'sandbox' | 'off' {
  if (STRIPE_SECRET_KEY) return 'stripe'
  return isLoopback(HOST) && isLoopback(new URL(publicUrl).hostname) && NODE_ENV !== 'production' ? 'sandbox' : 'off'
}

function isLoopback(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, '')
  return name === 'localhost' || name === '::1' || (isIP(name) === 4 && name.startsWith('127.'))
}

/** Addresses that mean all interfaces: 0.0.0.0, :: and their other spellings. */
function isWildcard(host: string | undefined): boolean {
  return host !== undefined && isIP(host) !== 0 && /^[0.:]+$/.test(host)
}

function inUrl(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text
}

/** The forms that Fastify accepts: an address, one with a prefix, or one of three names. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', prefix, more] = text.split('/')
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1
  if (bits < 0 || more !== undefined) return false
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= bits)
}

function readCatalogue(path: string, readFile: (path: string) => string): Catalogue | Error {
  try {
    return catalogueFrom(readFile(path))
  } catch (error) {
    return new Error(`PLANS_FILE: ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
