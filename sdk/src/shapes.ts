// What goes over the wire, under names that people use; the shapes themselves are generated from the API's description.
// They speak the default names: a deployment with another brand renames three fields, and the client translates them.
import type * as api from './api-types.ts'

export type ComputeRequest = api.PostComputeBody
export type ComputeResult = api.PostComputeAnswer
export type Size = NonNullable<ComputeRequest['N']>
export type Stage = ComputeResult['input']
export type HistogramBar = Stage['histogram'][number]
export type SweepRequest = api.GetSweepQuery
export type SweepResult = api.GetSweepAnswer
export type SweepStep = SweepResult['results'][number]

export type Analysis = api.PostAiAnalyzeAnswer
export type Band = Analysis['band']
export type Direction = Analysis['bias_direction']
export type WordRatios = Analysis['word_ratios']
export type SentenceScore = Analysis['sentences'][number]
/** Offsets are in UTF-16 code units: `text.slice(start, end)`. An empty suggestion means: leave it out. */
export type Evidence = Analysis['evidence'][number]

export type ChatRequest = Omit<api.PostAiChatBody, 'stream'>
/** The provider is one of those that `brand()` lists. The key is sent on with this one call and kept nowhere. */
export type ProxyRequest = Omit<api.PostAiProxyBody, 'stream' | 'provider'> & { provider: string }
export type ChatResult = api.PostAiChatAnswer
export type Message = ChatRequest['messages'][number]
export type FilterMode = ChatResult['svc_filter']['filter_mode']
export type Attempt = ChatResult['svc_filter']['attempts'][number]

/** What a streamed answer brings: pieces of the answer, each scored attempt, and at last the whole result. */
export type ChatEvent =
  | { type: 'delta'; text: string }
  | { type: 'attempt'; attempt: Attempt }
  | { type: 'result'; result: ChatResult }

export type Registration = api.PostAuthRegisterBody
export type Login = api.PostAuthLoginBody
export type SignedIn = api.PostAuthLoginAnswer
export type Account = api.GetAuthMeAnswer
export type PlanName = Account['plan']
export type Session = api.GetAuthSessionsAnswer[number]
export type AuditEntry = api.GetAuthMeAuditAnswer[number]
export type AccountExport = api.GetAuthMeExportAnswer
export type PasswordChange = api.PostAuthPasswordBody
export type PasswordReset = api.PostAuthResetBody

export type Invitation = api.PostAuthInvitationLookAnswer
export type SecondFactor = api.GetAuthSecondFactorAnswer
export type SecondFactorSetup = api.PostAuthSecondFactorAnswer
export type SecondFactorRemoval = api.DeleteAuthSecondFactorBody

export type ApiKey = api.GetApiKeysAnswer[number]
export type Scope = ApiKey['scope']
export type CreateKeyRequest = api.PostApiKeysBody
/** The `key` is the whole secret: shown this once, never again. */
export type CreatedKey = api.PostApiKeysAnswer
export type RotateKeyRequest = api.PostApiKeysKeyIdRotateBody

export type UsageStats = api.GetUsageStatsAnswer
export type Meter = keyof UsageStats['endpoints']
export type MeterUse = UsageStats['endpoints'][Meter]

export type MonthUse = api.GetUsageMonthsAnswer[number]

export type PaidPlan = api.PostBillingCheckoutBody['plan']
export type TopupId = api.PostBillingTopupBody['topup']
export type Checkout = api.PostBillingCheckoutAnswer
export type Topup = api.GetBillingTopupsAnswer[number]
export type Cancellation = api.PostBillingCancelAnswer
export type Portal = api.PostBillingPortalAnswer
export type Subscription = api.GetBillingSubscriptionAnswer
export type Payment = api.GetBillingHistoryAnswer[number]

export type Plans = api.GetPlansAnswer
export type PlanInfo = Plans['plans'][number]
export type BrandInfo = api.GetBrandAnswer
export type Health = api.GetHealthAnswer
