// What goes over the wire, under names that people use; the shapes themselves are generated from the API's description.
// They speak the default names: a deployment with another brand renames three fields, and the client translates them.
import type * as api from './api-types.ts'

export type ComputeRequest = api.ComputeRequest
export type ComputeResult = api.ComputeResult
export type Size = NonNullable<ComputeRequest['N']>
export type Stage = ComputeResult['input']
export type HistogramBar = Stage['histogram'][number]
export type SweepRequest = api.SweepBiasesQuery
export type SweepResult = api.SweepResult
export type SweepStep = SweepResult['results'][number]

export type BatteryReport = api.BatteryReport
export type SequenceRequest = Omit<api.GetSequenceQuery, 'format'>

export type DrawRequest = api.DrawRequest
export type Draw = api.Draw
export type CommitmentRequest = api.CommitmentRequest
export type CreatedCommitment = api.CreatedCommitment
export type Commitment = api.Commitment
export type ListedCommitment = api.ListedCommitment
export type SigningKeys = api.SigningKeys
export type AllocationRequest = api.AllocationRequest
export type Allocation = api.Allocation
export type ListedAllocation = api.ListedAllocation
export type ClosedAllocation = api.ClosedAllocation
export type AssignmentRequest = api.AssignmentRequest
export type Assigned = api.Assigned
export type Assignment = api.Assignment
export type AssignmentPage = api.ListAssignmentsQuery

export type Analysis = api.Analysis
export type Band = Analysis['band']
export type Direction = Analysis['bias_direction']
export type WordRatios = Analysis['word_ratios']
export type SentenceScore = Analysis['sentences'][number]
/** Offsets are in UTF-16 code units: `text.slice(start, end)`. An empty suggestion means: leave it out. */
export type Evidence = Analysis['evidence'][number]

export type AnalyzeBatchRequest = api.AnalyzeBatchRequest
export type AnalyzeBatch = api.AnalyzeBatch
/** How a text is scored, and words of your own for this one request. */
export type ScoringOptions = Omit<api.AnalyzeRequest, 'text'>
export type NeutraliseRequest = api.NeutraliseRequest
export type NeutralisedText = api.NeutralisedText
export type WordLists = api.WordLists
export type WordListsRequest = api.WordListsRequest

export type ChatRequest = Omit<api.ChatRequest, 'stream'>
/** The provider is one of those that `brand()` lists. The key is sent on with this one call and kept nowhere. */
export type ProxyRequest = Omit<api.ProxyRequest, 'stream' | 'provider'> & { provider: string }
export type ChatResult = api.ChatResult
export type Message = ChatRequest['messages'][number]
export type FilterMode = ChatResult['svc_filter']['filter_mode']
export type Attempt = ChatResult['svc_filter']['attempts'][number]

export type CompletionRequest = Omit<api.CompletionRequest, 'stream' | 'stream_options'>
export type Completion = api.Completion
export type ResponsesRequest = Omit<api.ResponsesRequest, 'stream' | 'stream_options'>
export type ResponsesAnswer = api.ResponsesAnswer
export type MessagesRequest = Omit<api.MessagesRequest, 'stream'>
export type MessagesAnswer = api.MessagesAnswer
export type EmbeddingsRequest = api.EmbeddingsRequest
export type EmbeddingsAnswer = api.EmbeddingsAnswer
export type ModelList = api.ModelList
export type Model = api.Model

/** What a streamed answer brings: pieces of the answer, each scored attempt, and at last the whole result. */
export type ChatEvent =
  | { type: 'delta'; text: string }
  | { type: 'attempt'; attempt: Attempt }
  | { type: 'result'; result: ChatResult }

export type Registration = api.SignUpRequest
export type Login = api.SignInRequest
export type SignedIn = api.SignedIn
export type Account = api.Account
export type SessionState = api.SessionState
/** A deployment can have plans of its own, so this is no closed list; `plans()` tells those on offer. */
export type PlanName = PaidPlan | 'free'
export type Session = api.Session
export type Identity = api.Identity
export type AuditEntry = api.AuditEntry
export type AccountExport = api.AccountExport
export type PasswordChange = api.ChangePasswordRequest
export type PasswordReset = api.ResetPasswordRequest

export type Invitation = api.Invitation
export type Notices = api.Notices
export type NoticeChoices = api.NoticeChoices
export type SecondFactor = api.SecondFactor
export type SecondFactorSetup = api.SecondFactorSetup
export type SecondFactorRemoval = api.RemoveSecondFactorRequest

export type AdminAccountPage = api.AdminAccountPage
export type AdminAccountQuery = Omit<api.AdminListAccountsQuery, 'plan'> & { plan?: PlanName | undefined }
export type AdminAccount = api.AdminAccount
export type AdminEntry = api.AdminEntry
export type AdminOverview = api.AdminOverview
export type AdminPlan = api.AdminPlan
export type AdminInvitation = api.AdminInvitation
export type AdminInvite = Omit<api.AdminInviteRequest, 'plan'> & { plan?: PlanName | null | undefined }
export type AdminCreatedInvitation = api.AdminCreatedInvitation

export type ApiKey = api.ApiKey
export type Scope = ApiKey['scope']
export type CreateKeyRequest = api.CreateApiKeyRequest
/** The `key` is the whole secret: shown this once, never again. */
export type CreatedKey = api.CreatedApiKey
export type RotateKeyRequest = api.RotateApiKeyRequest

export type UsageStats = api.UsageStats
export type Meter = keyof UsageStats['endpoints']
export type MeterUse = UsageStats['endpoints'][Meter]

export type KeyUse = UsageStats['keys'][number]
export type ModelTokens = api.ModelTokens

export type MonthUse = api.MonthUse

export type PaidPlan = api.CheckoutRequest['plan'] | (string & {})
export type TopupId = api.TopupRequest['topup']
export type Checkout = api.Checkout
export type Topup = api.Topup
export type Cancellation = api.Cancellation
export type Portal = api.Portal
export type Subscription = api.Subscription
export type Payment = api.Payment

export type Plans = api.Plans
export type PlanInfo = Plans['plans'][number]
export type BrandInfo = api.Brand
export type Health = api.Health
