// What goes over the wire, in the default names. A deployment with another brand renames three fields; the client
// translates them, so that code written against these types works everywhere.

export type Size = 3 | 9 | 16 | 25 | 32 | 64
export type PaidPlan = 'basic' | 'pro' | 'gamepro' | 'studio' | 'enterprise' | 'enterprise_xl'
export type PlanName = 'free' | PaidPlan
export type TopupId = 'topup_10k' | 'topup_25k' | 'topup_50k' | 'topup_100k' | 'topup_500k' | 'topup_2m'
export type Scope = 'full' | 'compute' | 'ai' | 'read-only'
export type FilterMode = 'analyze' | 'rebalance' | 'strict'
export type Direction = 'neutral' | 'positive_leaning' | 'negative_leaning' | 'mixed'
export type Band = 'biased' | 'moderate' | 'neutral'
export type Meter = 'compute' | 'ai/chat' | 'ai/analyze' | 'ai/proxy'

export interface ComputeRequest {
  bias: number
  N?: Size | undefined
  samples?: number | undefined
  seed?: number | string | undefined
}

export interface HistogramBar {
  value: number
  count: number
}

export interface Stage {
  mean: number
  std: number
  ain: number
  histogram: HistogramBar[]
}

export interface ComputeResult extends Stage {
  min: number
  max: number
  p_output: number
  deviation_from_0_5: number
  N: Size
  samples: number
  bias: number
  status: 'STABLE' | 'UNSTABLE'
  seed: number | string
  digest: string
  sequence: string
  expected_std: number
  p_value: number
  input: Stage
  raw: Stage
}

export interface SweepRequest {
  N?: Size | undefined
  samples?: number | undefined
  steps?: number | undefined
  seed?: number | string | undefined
}

export interface SweepStep {
  bias: number
  ain: number
  p_output: number
  deviation_from_0_5: number
  status: 'STABLE' | 'UNSTABLE'
  p_value: number
  input_ain: number
  raw_ain: number
}

export interface SweepResult {
  N: Size
  samples: number
  steps: number
  seed: number | string
  results: SweepStep[]
  p_value: number
}

export interface WordRatios {
  positive: number
  negative: number
  loaded: number
  neutral: number
}

export interface Evidence {
  /** Offsets in UTF-16 code units: `text.slice(start, end)`. */
  start: number
  end: number
  text: string
  kind: string
  direction: string
  weight: number
  suggestion?: string | undefined
}

export interface SentenceScore {
  start: number
  end: number
  ain_score: number
}

export interface Analysis {
  ain_score: number
  bias_direction: Direction
  svc_certified: boolean
  band: Band
  word_ratios: WordRatios
  word_count: number
  sentences: SentenceScore[]
  evidence: Evidence[]
  language: string
  confidence: number
  /** Why nothing could be said about the text, where that is so. */
  reason?: string | undefined
  model_version: string
}

export interface Message {
  role: 'user' | 'assistant' | 'system'
  content: string
}

export interface ChatRequest {
  messages: Message[]
  model?: string | undefined
  svc_options?: { filter_mode?: FilterMode | undefined } | undefined
}

export interface ProxyRequest extends ChatRequest {
  provider: string
  /** The caller's own key at the provider; sent on with this one call and kept nowhere. */
  user_api_key: string
}

export interface Attempt {
  ain_score: number | null
  bias_direction: Direction | null
  input_tokens: number | null
  output_tokens: number | null
  duration_ms: number
}

export interface ChatResult {
  response: string
  ain_score: number | null
  model: string
  svc_filter: {
    ain_score: number | null
    svc_certified: boolean
    bias_direction: Direction | null
    word_ratios: WordRatios | null
    filter_mode: FilterMode
    passed: boolean
    attempts: Attempt[]
    model_version: string | null
  }
  usage: { input_tokens: number | null; output_tokens: number | null }
}

/** What a streamed answer brings: pieces of the answer, each scored attempt, and at last the whole result. */
export type ChatEvent =
  | { type: 'delta'; text: string }
  | { type: 'attempt'; attempt: Attempt }
  | { type: 'result'; result: ChatResult }

export interface Account {
  id: number
  email: string
  name: string | null
  plan: PlanName
  /** When the plan ends for good; null while it renews. */
  plan_ends_at: string | null
  created_at: string
}

export interface SignedIn {
  access_token: string
  token_type: 'bearer'
  expires_in: number
  account: Account
}

export interface Session {
  id: string
  address: string
  user_agent: string
  created_at: string
  expires_at: string
  last_used_at: string | null
  current: boolean
}

export interface AuditEntry {
  id: number
  at: string
  event: string
  address: string
  user_agent: string
  detail: Record<string, unknown>
}

export interface ApiKey {
  id: number
  name: string
  key_prefix: string
  scope: Scope
  created_at: string
  last_used_at: string | null
  expires_at: string | null
}

export interface CreateKeyRequest {
  name?: string | undefined
  scope?: Scope | undefined
  expires_at?: string | undefined
}

export interface CreatedKey {
  id: number
  name: string
  /** The whole secret: shown this once, never again. */
  key: string
  key_prefix: string
  scope: Scope
  created_at: string
  expires_at: string | null
}

export interface MeterUse {
  used: number
  limit: number | null
  remaining: number | null
}

export interface UsageStats {
  plan: PlanName
  period: { start: string; resets_at: string }
  endpoints: Record<Meter, MeterUse>
  topup_balance: { compute: number; ai_calls: number }
  keys: { id: number; name: string; calls: number }[]
  daily: { date: string; compute: number; ai: number }[]
}

export interface Topup {
  id: TopupId
  compute: number
  ai_calls: number
  price_eur: number
}

export interface Checkout {
  checkout_url: string
}

export interface Cancellation {
  status: 'cancelled'
  effective: 'end_of_period'
  ends_at: string
}

export interface Health {
  status: 'ok' | 'degraded'
  version: string
  uptime_seconds: number
  database: string
}

export interface PlanInfo {
  id: PlanName
  price_eur: number
  max_n: number
  /** Allowances a month: null is unlimited, 0 is not included. */
  compute: number | null
  ai_chat: number | null
  ai_analyze: number | null
  ai_proxy: number | null
  keys: number
  requests_per_minute: number
}

export interface Plans {
  plans: PlanInfo[]
  topups: (Topup & { plans: PlanName[] })[]
  anonymous: { max_n: number; requests_per_minute: number }
}

export interface BrandInfo {
  name: string
  word: string
  key_prefix: string
  fields: { options: string; filter: string; certified: string }
  providers: string[]
  /** What this deployment has switched on. */
  features: { chat: boolean; billing: 'stripe' | 'sandbox' | 'off'; mail: boolean }
}

export interface PasswordChange {
  current_password: string
  new_password: string
}

export interface PasswordReset {
  token: string
  password: string
}

export interface Subscription {
  plan: PlanName
  status: 'none' | 'active' | 'past_due' | 'cancelled'
  renews_at: string | null
  /** When the plan ends, where it was cancelled or is past due. */
  ends_at: string | null
}

export interface Payment {
  id: string
  date: string
  description: string
  amount_eur: number
  refunded_eur: number
  status: 'paid' | 'pending' | 'failed' | 'refunded' | 'partially_refunded' | 'disputed'
  receipt_url: string | null
}
