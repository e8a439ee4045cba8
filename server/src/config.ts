// Environment → one frozen Config. A bad value stops the start, and every bad value is named at once.
import { z } from 'zod'
import { BRAND_PATTERN, DEFAULT_BRAND } from './brand.ts'
import { CATALOGUE, type Catalogue, catalogueFrom } from './plans.ts'
import { Secret } from './secret.ts'

export interface ProviderSetting {
  readonly format: 'openai' | 'anthropic'
  readonly baseUrl: string
  readonly model: string
}

export type Config = Readonly<ReturnType<typeof configFrom>>

const DEFAULT_PROVIDERS: Record<string, ProviderSetting> = {
  provider_a: { format: 'openai', baseUrl: 'https://api.openai.com/v1', model: 'gpt-4o-mini' },
  provider_b: { format: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', model: 'claude-3-5-haiku-latest' },
  provider_c: { format: 'openai', baseUrl: 'https://api.groq.com/openai/v1', model: 'llama-3.1-8b-instant' },
}

const JWT_SECRET_LENGTH_MIN = 32

const port = z.coerce.number().int().min(0).max(65535)
const milliseconds = z.coerce.number().int().min(1).max(3_600_000)
const list = z.string().transform((text) =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)
const secret = z.string().transform((text) => new Secret(text))
const httpUrl = z.url({ protocol: /^https?$/ }).transform((text) => text.replace(/\/+$/, ''))

const providers = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown
    } catch {
      context.addIssue({ code: 'custom', message: 'is not JSON' })
      return z.NEVER
    }
  })
  .pipe(
    z.record(
      z.string().regex(/^[a-z0-9_-]{1,32}$/),
      z
        .strictObject({ format: z.literal(['openai', 'anthropic']), base_url: httpUrl, model: z.string().min(1) })
        .transform(({ format, base_url, model }): ProviderSetting => ({ format, baseUrl: base_url, model })),
    ),
  )

/** One line a setting; docs/operating and .env.example are held against these names by a test. */
const settings = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: httpUrl.optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:/, 'starts with postgres://')
    .optional(),
  JWT_SECRET: z
    .string()
    .min(JWT_SECRET_LENGTH_MIN)
    .transform((text) => new Secret(text))
    .optional(),
  BRAND: z
    .string()
    .regex(BRAND_PATTERN, 'is 2 to 16 lower-case letters or digits, a letter first')
    .default(DEFAULT_BRAND),
  PROVIDERS: providers.optional(),
  CHAT_API_KEY: secret.optional(),
  CHAT_PROVIDER: z.string().default('provider_c'),
  CHAT_MODEL: z.string().optional(),
  AI_TIMEOUT_MS: milliseconds.default(60_000),
  ENGINE_TIMEOUT_MS: milliseconds.default(2_000),
  STRIPE_SECRET_KEY: secret.optional(),
  STRIPE_WEBHOOK_SECRET: secret.optional(),
  STRIPE_API_BASE: httpUrl.optional(),
  PLANS_FILE: z.string().optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, 'starts with smtp:// or smtps://')
    .transform((text) => new Secret(text))
    .optional(),
  MAIL_FROM: z.string().optional(),
  TRUSTED_PROXIES: list.default([]),
  CORS_ORIGINS: list.default([]),
  METRICS_TOKEN: secret.optional(),
  NEUTRALITY_MODEL: z.string().optional(),
  LOG_LEVEL: z.literal(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  NODE_ENV: z.string().default('development'),
})

export const SETTING_NAMES = Object.keys(settings.shape)

/** `readFile` reads the plans file: this module touches no disk of its own. */
export function configFrom(env: Record<string, string | undefined>, readFile: (path: string) => string) {
  const given = Object.fromEntries(
    SETTING_NAMES.filter((name) => env[name]?.trim()).map((name) => [name, env[name]?.trim()]),
  )
  const parsed = settings.safeParse(given)
  if (!parsed.success) throw new Error(describe(parsed.error.issues))
  const s = parsed.data
  const providerTable = s.PROVIDERS ?? DEFAULT_PROVIDERS
  const production = s.NODE_ENV === 'production'
  const wrong = contradictions(s, providerTable)
  if (wrong.length > 0) throw new Error(wrong.join('\n'))
  return Object.freeze({
    port: s.PORT,
    host: s.HOST,
    publicUrl: s.PUBLIC_URL ?? `http://${s.HOST.includes(':') ? `[${s.HOST}]` : s.HOST}:${s.PORT}`,
    dataDir: s.DATA_DIR,
    databaseUrl: s.DATABASE_URL,
    jwtSecret: s.JWT_SECRET,
    brand: s.BRAND,
    providers: providerTable,
    chat: { apiKey: s.CHAT_API_KEY, provider: s.CHAT_PROVIDER, model: s.CHAT_MODEL },
    aiTimeoutMs: s.AI_TIMEOUT_MS,
    engineTimeoutMs: s.ENGINE_TIMEOUT_MS,
    stripe: { secretKey: s.STRIPE_SECRET_KEY, webhookSecret: s.STRIPE_WEBHOOK_SECRET, apiBase: s.STRIPE_API_BASE },
    catalogue: s.PLANS_FILE ? readCatalogue(s.PLANS_FILE, readFile) : CATALOGUE,
    mail: { smtpUrl: s.SMTP_URL, from: s.MAIL_FROM },
    trustedProxies: s.TRUSTED_PROXIES,
    corsOrigins: s.CORS_ORIGINS,
    metricsToken: s.METRICS_TOKEN,
    neutralityModel: s.NEUTRALITY_MODEL,
    logLevel: s.LOG_LEVEL,
    production,
  })
}

/** Settings that are fine alone and wrong together. */
function contradictions(s: z.output<typeof settings>, providerTable: Record<string, ProviderSetting>): string[] {
  const wrong: string[] = []
  if (s.DATABASE_URL && !s.JWT_SECRET) {
    wrong.push(
      `JWT_SECRET: is required with DATABASE_URL (at least ${JWT_SECRET_LENGTH_MIN} characters, the same on every node)`,
    )
  }
  if (!Object.hasOwn(providerTable, s.CHAT_PROVIDER)) {
    wrong.push(`CHAT_PROVIDER: ${s.CHAT_PROVIDER} is not one of ${Object.keys(providerTable).join(', ')}`)
  }
  if (s.STRIPE_SECRET_KEY && !s.STRIPE_WEBHOOK_SECRET) {
    wrong.push('STRIPE_WEBHOOK_SECRET: is required with STRIPE_SECRET_KEY')
  }
  if (s.SMTP_URL && !s.MAIL_FROM) wrong.push('MAIL_FROM: is required with SMTP_URL')
  return wrong
}

function describe(issues: readonly z.core.$ZodIssue[]): string {
  return issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('\n')
}

function readCatalogue(path: string, readFile: (path: string) => string): Catalogue {
  try {
    return catalogueFrom(readFile(path))
  } catch (error) {
    throw new Error(`PLANS_FILE: ${path}: ${error instanceof Error ? error.message : String(error)}`)
  }
}
