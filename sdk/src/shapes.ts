// The types of requests and responses under convenient names; the types themselves are generated from openapi.json. They use the default
// field names: a deployment with another brand renames three fields, and the client translates them.
import type * as api from './api-types.ts'

/** Every type of the API under its own name. The types below replace those of the same name, or add a friendlier one. */
export type * from './api-types.ts'

export type Size = NonNullable<api.ComputeRequest['N']>
export type Stage = api.ComputeResult['input']
export type HistogramBar = Stage['histogram'][number]
export type SweepRequest = api.SweepBiasesQuery
export type SweepStep = api.SweepResult['results'][number]

export type SequenceRequest = Omit<api.GetSequenceQuery, 'format'>

export type ModelUseRequest = Omit<api.ListModelUseQuery, 'format'>

export type AssignmentPage = api.ListAssignmentsQuery

export type Band = api.Analysis['band']
export type Direction = api.Analysis['bias_direction']
export type WordRatios = api.Analysis['word_ratios']
export type SentenceScore = api.Analysis['sentences'][number]
/** Offsets are in UTF-16 code units: `text.slice(start, end)`. An empty suggestion means: leave it out. */
export type Evidence = api.Analysis['evidence'][number]

/** How a text is scored, and words of your own for this one request. */
export type ScoringOptions = Omit<api.AnalyzeRequest, 'text'>

export type ChatRequest = Omit<api.ChatRequest, 'stream'>
/** The provider is one of those that `brand()` lists. The key is sent on with this one call and kept nowhere. */
export type ProxyRequest = Omit<api.ProxyRequest, 'stream' | 'provider'> & { provider: string }
export type Message = ChatRequest['messages'][number]
export type FilterMode = api.ChatResult['svc_filter']['filter_mode']
export type Attempt = api.ChatResult['svc_filter']['attempts'][number]

export type CompletionRequest = Omit<api.CompletionRequest, 'stream' | 'stream_options'>
export type ResponsesRequest = Omit<api.ResponsesRequest, 'stream' | 'stream_options'>
export type MessagesRequest = Omit<api.MessagesRequest, 'stream'>

/** What a streamed answer brings: pieces of the answer, each scored attempt, and at last the whole result. */
export type ChatEvent =
  | { type: 'delta'; text: string }
  | { type: 'attempt'; attempt: Attempt }
  | { type: 'result'; result: api.ChatResult }

export type Registration = api.SignUpRequest
export type Login = api.SignInRequest
/** A deployment can have plans of its own, so this is no closed list; `plans()` tells those on offer. */
export type PlanName = PaidPlan | 'free'
export type PasswordChange = api.ChangePasswordRequest
export type PasswordReset = api.ResetPasswordRequest

export type SecondFactorRemoval = api.RemoveSecondFactorRequest

export type AdminAccountQuery = Omit<api.AdminListAccountsQuery, 'plan'> & { plan?: PlanName | undefined }
export type AdminInvite = Omit<api.AdminInviteRequest, 'plan'> & { plan?: PlanName | null | undefined }

export type Scope = api.ApiKey['scope']
export type CreateKeyRequest = api.CreateApiKeyRequest
/** The `key` is the whole secret: shown this once, never again. */
export type CreatedKey = api.CreatedApiKey
export type RotateKeyRequest = api.RotateApiKeyRequest

export type Meter = keyof api.UsageStats['endpoints']
export type MeterUse = api.UsageStats['endpoints'][Meter]

export type KeyUse = api.UsageStats['keys'][number]

export type PaidPlan = api.CheckoutRequest['plan'] | (string & {})
export type TopupId = api.TopupRequest['topup']

export type PlanInfo = api.Plans['plans'][number]
export type BrandInfo = api.Brand
