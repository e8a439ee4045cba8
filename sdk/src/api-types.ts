// Written by `npm run openapi` from openapi.json: change the routes, not this file.
// Each operation has up to three types: its body, its query, and its answer when all went well.

/** An account. */
export type Account = {
  /** Identifies the account. */
  id: number
  /** The email address to sign in with. */
  email: string
  /** The name of the person. Null if none was given. */
  name: string | null
  /** The plan that is in effect. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** When the plan ends. Null while it renews, and on the free plan. */
  plan_ends_at: string | null
  /** Administrators can also use `/admin`. */
  role: "member" | "administrator"
  /** Whether the email address is confirmed. */
  email_verified: boolean
  /** False for an account that only signs in through an identity provider. */
  has_password: boolean
  /** Whether signing in also needs a code from an authenticator app. */
  second_factor: boolean
  /** When the account was created. */
  created_at: string
}

/** Everything we hold about an account. More fields can be present. */
export type AccountExport = {
  account: Account
  /** The keys that are not revoked. */
  api_keys: (ApiKey)[]
  /** The sessions that are not over. */
  sessions: (Session)[]
  /** The whole audit log, newest entry first. */
  audit: (AuditEntry)[]
  /** The usage of this month, as in `GET /usage/stats`. */
  usage: Record<string, unknown>
  [more: string]: unknown
}

/** One account with all that belongs to it. */
export type AdminAccount = {
  account: Account
  /** When it was disabled. Null if it is not. */
  disabled_at: string | null
  /** What the account pays for. */
  subscription: {
    /** The state of the subscription. */
    status: "none" | "active" | "past_due" | "cancelled"
    /** When it renews. Null if it does not. */
    renews_at: string | null
    /** When it ends. Null if no end is set. */
    ends_at: string | null
  }
  usage: UsageStats
  /** The keys that are not revoked. */
  keys: (ApiKey)[]
  /** Where the account is signed in. */
  sessions: (Session)[]
  /** The last changes to the account, newest first. */
  audit: (AuditEntry)[]
  /** What administrators did to it, newest first. */
  administration: (AdminEntry)[]
}

/** A page of accounts. */
export type AdminAccountPage = {
  /** The accounts of this page. */
  accounts: (AdminListedAccount)[]
  /** Send it as `after` to get the following page. Null on the last one. */
  next: string | null
  /** How many accounts there are in all. Above 10,000 it is an estimate. */
  total: number
}

/** A new invitation with its link, which we show only once. */
export type AdminCreatedInvitation = {
  /** Identifies the invitation. */
  id: number
  /** The only email address that can accept it. Null: any address. */
  email: string | null
  /** The role that the account gets. */
  role: "member" | "administrator"
  /** The plan that the account gets. Null: the free one. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | null
  /** When that plan ends. Null: it does not end by itself. */
  plan_ends_at: string | null
  /** The administrator who created it. Null: the service itself. */
  created_by: number | null
  /** When it was created. */
  created_at: string
  /** Until when it can be accepted. */
  expires_at: string
  /** When it was accepted. Null if it was not. */
  accepted_at: string | null
  /** The account that accepted it. */
  accepted_by: number | null
  /** The link for the invited person. */
  link: string
}

/** It is done. */
export type AdminDone = {
  /** Always `done`. */
  status: "done"
}

/** Something that an administrator did. */
export type AdminEntry = {
  /** Identifies the entry. */
  id: number
  /** When it was done. */
  at: string
  /** Who did it. */
  administrator: string
  /** What was done, such as `plan_set`. */
  action: string
  /** To which account. Null if to none. */
  account_id: number | null
  /** The address of that account at the time. */
  account_email: string | null
  /** Why. */
  reason: string
  /** More about it, depending on the action. */
  detail: Record<string, unknown>
  /** The IP address it came from. */
  address: string
}

/** The units to add. */
export type AdminGrantRequest = {
  /** Compute units. */
  compute?: number | undefined
  /** AI calls. */
  ai_calls?: number | undefined
  /** Why. It goes into the log. */
  reason: string
}

/** An invitation. */
export type AdminInvitation = {
  /** Identifies the invitation. */
  id: number
  /** The only email address that can accept it. Null: any address. */
  email: string | null
  /** The role that the account gets. */
  role: "member" | "administrator"
  /** The plan that the account gets. Null: the free one. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | null
  /** When that plan ends. Null: it does not end by itself. */
  plan_ends_at: string | null
  /** The administrator who created it. Null: the service itself. */
  created_by: number | null
  /** When it was created. */
  created_at: string
  /** Until when it can be accepted. */
  expires_at: string
  /** When it was accepted. Null if it was not. */
  accepted_at: string | null
  /** The account that accepted it. */
  accepted_by: number | null
}

/** Whom to invite, and to what. */
export type AdminInviteRequest = {
  /** An email address. Case does not matter. */
  email?: string | null | undefined
  /** The role that the account gets. */
  role?: "member" | "administrator" | undefined
  /** The plan that the account gets. */
  plan?: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | null | undefined
  /** When that plan ends. */
  plan_ends_at?: string | null | undefined
  /** Until when it can be accepted. 7 days if you leave it out. */
  expires_at?: string | null | undefined
  /** Why. It goes into the log. */
  reason: string
}

/** One account in a list. */
export type AdminListedAccount = {
  /** Identifies the account. */
  id: number
  /** The email address. */
  email: string
  /** The name of the person. Null if none was given. */
  name: string | null
  /** The plan that is in effect. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** The role. */
  role: "member" | "administrator"
  /** Whether the account is disabled. */
  disabled: boolean
  /** When the account was created. */
  created_at: string
}

/** Usage and sales of the whole deployment. */
export type AdminOverview = {
  /** How many accounts there are. Above 10,000 it is an estimate. */
  accounts: number
  /** When usage was last summed up. Null before the first time. */
  usage_summed_at: string | null
  /** The last 30 days, oldest first. */
  usage: ({
    /** The day, in UTC. */
    date: string
    /** The plan of the callers. */
    plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    /** The quota it counts against. */
    meter: "compute" | "ai/chat" | "ai/analyze" | "ai/proxy"
    /** Compute units, or AI calls. */
    units: number
    /** How many accounts used it. */
    accounts: number
  })[]
  /** Who used the most this month, up to 20 for each quota. */
  top_callers: ({
    /** The quota it counts against. */
    meter: "compute" | "ai/chat" | "ai/analyze" | "ai/proxy"
    /** 1 is the largest. */
    place: number
    /** The account. */
    account_id: number
    /** Its email address. */
    email: string
    /** Its plan. */
    plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    /** What it used this month. */
    units: number
  })[]
  /** Running subscriptions. */
  subscriptions: ({
    /** The plan. */
    plan: string
    /** Whether the last payment worked. */
    status: "active" | "past_due"
    /** How many accounts. */
    count: number
    /** At today's price. */
    eur_a_month: number
  })[]
  /** Plans and top-ups bought in the last 30 days, oldest first. Renewals are not in it. */
  sales: ({
    /** The day, in UTC. */
    date: string
    /** What was bought. */
    kind: "plan" | "topup"
    /** Which plan or top-up. */
    item: string
    /** How many. */
    count: number
    /** At today's price. */
    eur: number
  })[]
  /** The outbox. Null if mail is not configured. */
  emails: {
    /** Emails that wait to be sent. */
    waiting: number
    /** Since when the oldest waits. Null if none does. */
    oldest_at: string | null
    /** What the mail server answered last. Null if nothing went wrong. */
    last_error: string | null
  } | null
}

/** Why it is done. */
export type AdminRequest = {
  /** Why. It goes into the log. */
  reason: string
}

/** A link to set a new password. */
export type AdminResetLink = {
  /** `sent` if it went out by email. */
  status: "sent" | "created"
  /** The link. Null if it went out by email. */
  link: string | null
}

/** The plan, and until when. */
export type AdminSetPlanRequest = {
  /** The new plan. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** When it ends. If you leave it out, it stays. */
  ends_at?: string | null | undefined
  /** Why. It goes into the log. */
  reason: string
}

/** The new role. */
export type AdminSetRoleRequest = {
  /** The new role. */
  role: "member" | "administrator"
  /** Why. It goes into the log. */
  reason: string
}

/** Why it is withdrawn. */
export type AdminWithdrawRequest = {
  /** Why. It goes into the log. */
  reason: string
}

/** The process runs. */
export type Alive = {
  /** Always `ok`. */
  status: "ok"
}

/** An allocation and its balance. */
export type Allocation = {
  /** The id of the allocation. */
  id: string
  /** What you called it. */
  name: string
  /** The groups. */
  arms: (Arm)[]
  /** How blocks are made. */
  block: "permuted" | "equilibrium"
  /** The sizes that a block can have. */
  block_sizes: (number)[]
  /** SHA-256 of the seed's text, fixed when the allocation was created. */
  sha256: string
  /** `open` until it is closed. */
  status: "open" | "closed"
  /** The seed. Null until the allocation is closed. */
  seed: string | null
  /** SHA-256 of all arms. Null until the allocation is closed. */
  digest: string | null
  /** How many people are assigned. */
  assigned: number
  /** When it was created. */
  created_at: string
  /** When it was closed. Null until then. */
  closed_at: string | null
  /** People in each arm, in the order of `arms`. */
  counts: (number)[]
  balance: Balance
  /** Each stratum. Without strata there is one, with an empty name. */
  strata: (Stratum)[]
}

/** A new allocation. */
export type AllocationRequest = {
  /** What it is for, up to 100 characters. */
  name?: string | undefined
  /** 2 to 50 groups with different names. */
  arms: (ArmRequest)[]
  /** `permuted`: blocks of random sizes in random order. `equilibrium`: a free sequence and its mirror. */
  block?: "permuted" | "equilibrium" | undefined
  /** Multiples of the sum of the weights in lowest terms. One for `equilibrium`. For two equal arms: 4, 6 and 8. */
  block_sizes?: (number)[] | undefined
  /** Subgroups that are balanced each on their own, such as sites: 1 to 1,000 names. */
  strata?: (string)[] | undefined
  /** Leave it out for a secret one. If you give it, you can compute every arm in advance. */
  seed?: number | string | undefined
}

/** How neutral a text is, and why. */
export type Analysis = {
  /** Neutrality score, from 0 (loaded wording) to 1 (neutral wording). */
  ain_score: number
  /** Which way the wording leans. */
  bias_direction: "neutral" | "positive_leaning" | "negative_leaning" | "mixed"
  /** Whether the text is certified: its score is at least 0.7. */
  svc_certified: boolean
  /** `biased` below 0.4, `moderate` from 0.4, `neutral` from 0.7. */
  band: "biased" | "moderate" | "neutral"
  word_ratios: WordRatios
  /** How many words the text has. */
  word_count: number
  /** The score of every sentence, in order. */
  sentences: (SentenceScore)[]
  /** The words that moved the score most, the most noticeable first. */
  evidence: (Evidence)[]
  /** The language of the text, as an ISO 639 code. `und` if it is unknown. */
  language: string
  /** How sure the model is, from 0 to 1. Low for short texts and unknown words. */
  confidence: number
  /** Why the text could not be judged. Such a text is never certified. */
  reason?: "insufficient_text" | "unsupported_language" | undefined
  /** Version of the scoring model. The same version gives the same score. */
  model_version: string
}

/** A text to score. */
export type AnalyzeRequest = {
  /** The text to score. Characters are Unicode code points. */
  text: string
}

/** An API key, without its secret. */
export type ApiKey = {
  /** Identifies the key. */
  id: number
  /** The name you gave it. */
  name: string
  /** The first characters of the key, so you can recognise it. */
  key_prefix: string
  /** What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests. */
  scope: "full" | "compute" | "ai" | "read-only"
  /** The filter mode of requests with this key that name none. Null: the mode of the deployment. */
  filter_mode: "analyze" | "rebalance" | "strict" | null
  /** When the key was created. */
  created_at: string
  /** When it was last used, to within a few seconds. Null if never. */
  last_used_at: string | null
  /** When it stops working. Null if it does not expire. */
  expires_at: string | null
}

/** A group that people are assigned to. */
export type Arm = {
  /** What the group is called. */
  name: string
  /** Its share, as a whole number: weights 2 and 1 mean two thirds and one third. */
  weight: number
}

/** A group that people are assigned to. */
export type ArmRequest = {
  /** What the group is called, 1 to 100 characters. */
  name: string
  /** Its share, as a whole number from 1 to 1,000. */
  weight?: number | undefined
}

/** A participant, the arm, and the receipt. */
export type Assigned = {
  /** The participant. */
  participant: string
  /** The stratum. Empty if the allocation has none. */
  stratum: string
  /** The place in the sequence of the stratum, counted from 0. */
  position: number
  /** The group that the participant belongs to. */
  arm: string
  /** When the participant was assigned. */
  assigned_at: string
  /** False if the participant was assigned before. */
  is_new: boolean
  receipt: Receipt
}

/** A participant and the arm. */
export type Assignment = {
  /** The participant. */
  participant: string
  /** The stratum. Empty if the allocation has none. */
  stratum: string
  /** The place in the sequence of the stratum, counted from 0. */
  position: number
  /** The group that the participant belongs to. */
  arm: string
  /** When the participant was assigned. */
  assigned_at: string
}

/** Whom to assign. */
export type AssignmentRequest = {
  /** A code or name, 1 to 256 characters of any script. Spaces around it do not count. */
  participant: string
  /** The stratum of the participant, if the allocation has strata. */
  stratum?: string | undefined
}

/** One answer of the model, with its score. */
export type Attempt = {
  /** Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
  ain_score: number | null
  /** Which way the wording leans. Null if it could not be scored. */
  bias_direction: string | null
  /** Tokens sent to the model. Null if the provider did not report them. */
  input_tokens: number | null
  /** Tokens the model wrote. Null if the provider did not report them. */
  output_tokens: number | null
  /** How long the model took, in milliseconds. */
  duration_ms: number
}

/** One entry of the audit log. */
export type AuditEntry = {
  /** Identifies the entry. */
  id: number
  /** When it happened. */
  at: string
  /** What happened, such as `login` or `key_created`. */
  event: string
  /** The IP address it came from. */
  address: string
  /** The program it came from, as it names itself. */
  user_agent: string
  /** More about it, depending on the event. */
  detail: Record<string, unknown>
}

/** How well an allocation is balanced. */
export type Balance = {
  /** The furthest that an arm is from its exact share now, in people. */
  imbalance: number
  /** The furthest that it can ever be. Two equal arms differ by at most twice that. */
  imbalance_max: number
  /** Test of all people. Blocks keep arms even, so its p-value is near 1. Null before anybody is assigned. */
  counts: BalanceTest | null
  /** Test of the first place of each block, which chance alone decides: any p-value is as likely as any other. */
  first_places: BalanceTest | null
}

/** A test of how people are spread over the arms. */
export type BalanceTest = {
  /** Pearson's statistic. */
  chi2: number
  /** Degrees of freedom: arms − 1. */
  df: number
  /** How often independent draws with the same odds are at least this uneven. */
  p_value: number
  /** True for two arms (binomial). Otherwise an approximation, good from five people per arm. */
  exact: boolean
}

/** Confirms who you are. */
export type BeginSecondFactorRequest = {
  /** The password of the account. Empty if it has none. */
  password: string
}

/** The names and features of this deployment. */
export type Brand = {
  /** The name of the product. */
  name: string
  /** The word at the start of keys and field names. */
  word: string
  /** What every API key starts with. */
  key_prefix: string
  /** Field names that depend on the deployment. */
  fields: {
    /** The request field with filter options. */
    options: string
    /** The response field with the filter report. */
    filter: string
    /** The response field that says whether a text is certified. */
    certified: string
  }
  /** AI providers you can name in `/ai/proxy`. */
  providers: (string)[]
  /** What is switched on. */
  features: {
    /** Whether `/ai/chat` works. */
    chat: boolean
    /** How payments work. In the `sandbox` no real money moves. */
    billing: "stripe" | "sandbox" | "off"
    /** Whether this deployment can send emails. */
    mail: boolean
    /** Who can sign up. */
    registration: "open" | "invite" | "closed"
    /** Whether people can sign in with a password. */
    password_sign_in: boolean
    /** Name of the identity provider that people can sign in with. Null if there is none. */
    oidc: string | null
  }
}

/** The plan does not renew. */
export type Cancellation = {
  /** Always `cancelled`. */
  status: "cancelled"
  /** Always `end_of_period`. */
  effective: "end_of_period"
  /** When the plan ends. Until then you keep it. */
  ends_at: string
}

/** The new email address, and your password. */
export type ChangeEmailRequest = {
  /** An email address. Case does not matter. */
  email: string
  /** Your password. */
  password: string
}

/** The current and the new password. */
export type ChangePasswordRequest = {
  /** The password of the account. */
  current_password: string
  /** The new password. The most common passwords are not accepted. */
  new_password: string
}

/** One server-sent event. `data` is sent as JSON on one line. */
export type ChatEvent = {
  /** The name of the event. */
  event: "delta"
  /** The data of `delta`. */
  data: {
    /** The next piece of the answer. */
    text: string
  }
} | {
  /** The name of the event. */
  event: "attempt"
  /** The data of `attempt`. */
  data: Attempt
} | {
  /** The name of the event. */
  event: "result"
  /** The data of `result`. */
  data: ChatResult
} | {
  /** The name of the event. */
  event: "error"
  /** The data of `error`. */
  data: {
    /** The HTTP status that the error would have had. */
    status: number
    /** What went wrong. */
    detail: string
  }
}

/** A conversation to continue. */
export type ChatRequest = {
  /** The conversation, oldest message first. At most 100,000 characters in all. */
  messages: (Message)[]
  /** A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
  model?: string | null | undefined
  /** Whether to answer with server-sent events. */
  stream?: boolean | undefined
  svc_options?: FilterOptions | null | undefined
}

/** The model's answer, with its score. */
export type ChatResult = {
  /** The model's answer. */
  response: string
  /** Neutrality score of the answer. Null if it could not be scored. */
  ain_score: number | null
  /** The model that answered. */
  model: string
  svc_filter: FilterReport
  usage: TokenUse
}

/** Where to pay. */
export type Checkout = {
  /** Send the person to this page to pay or to confirm. */
  checkout_url: string
}

/** The plan to buy. */
export type CheckoutRequest = {
  /** The plan. */
  plan: "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
}

/** A closed allocation with its seed and receipt. */
export type ClosedAllocation = {
  /** The id of the allocation. */
  id: string
  /** What you called it. */
  name: string
  /** The groups. */
  arms: (Arm)[]
  /** How blocks are made. */
  block: "permuted" | "equilibrium"
  /** The sizes that a block can have. */
  block_sizes: (number)[]
  /** SHA-256 of the seed's text, fixed when the allocation was created. */
  sha256: string
  /** `open` until it is closed. */
  status: "open" | "closed"
  /** The seed. Null until the allocation is closed. */
  seed: string | null
  /** SHA-256 of all arms. Null until the allocation is closed. */
  digest: string | null
  /** How many people are assigned. */
  assigned: number
  /** When it was created. */
  created_at: string
  /** When it was closed. Null until then. */
  closed_at: string | null
  /** People in each arm, in the order of `arms`. */
  counts: (number)[]
  balance: Balance
  /** Each stratum. Without strata there is one, with an empty name. */
  strata: (Stratum)[]
  receipt: Receipt
}

/** A commitment to a server seed. */
export type Commitment = {
  /** The id of the commitment. */
  id: string
  /** What you called it. Anybody with the id can read it. */
  name: string
  /** SHA-256 of the server seed: 64 hexadecimal digits. Publish it before the draw. */
  sha256: string
  /** The server seed, 64 hexadecimal digits. Null until it is revealed. */
  server_seed: string | null
  /** When the commitment was made. */
  created_at: string
  /** When the seed was revealed. Null until then. */
  revealed_at: string | null
  /** How many nonces were used. */
  draws: number
}

/** A new commitment. */
export type CommitmentRequest = {
  /** What it is for, up to 100 characters. Public. */
  name?: string | undefined
}

/** OpenAI's chat completion with every field that the provider sent, and a filter report. */
export type Completion = {
  /** Identifies this answer. */
  id: string
  /** When it was created, in Unix seconds. */
  created: number
  /** The model that answered. */
  model: string
  /** Always `chat.completion`. */
  object: "chat.completion"
  /** The answers, the most neutral one first. */
  choices: ({
    /** Which choice. */
    index: number
    /** The answer. */
    message: {
      /** Always `assistant`. */
      role: "assistant"
      /** The answer. Null if the model only calls tools. */
      content?: string | null | undefined
      /** What the model declined with. */
      refusal?: string | null | undefined
      /** The tools that the model calls. */
      tool_calls?: (Record<string, unknown>)[] | undefined
      [more: string]: unknown
    }
    /** `stop` if the answer is complete, `length` if it reached a token limit, `tool_calls` if the model calls tools, `content_filter` if the provider withheld some of it. */
    finish_reason: string | null
    /** The likelihood of tokens, if you asked for it. */
    logprobs?: unknown | undefined
    [more: string]: unknown
  })[]
  usage?: CompletionUsage | undefined
  svc_filter: FilterReport
  [more: string]: unknown
}

/** One server-sent event; the last one is `[DONE]`. */
export type CompletionChunk = {
  /** Identifies this answer. */
  id: string
  /** When it was created, in Unix seconds. */
  created: number
  /** The model that answered. */
  model: string
  /** Always `chat.completion.chunk`. */
  object: "chat.completion.chunk"
  /** One piece of the answer. Empty on the last chunk, which carries the usage. */
  choices: ({
    /** Which choice. */
    index: number
    /** What this piece adds. */
    delta: {
      /** On the first piece. */
      role?: "assistant" | undefined
      /** The next piece of the answer. */
      content?: string | null | undefined
      /** The tools that the model calls. */
      tool_calls?: (Record<string, unknown>)[] | undefined
      [more: string]: unknown
    }
    /** `stop` if the answer is complete, `length` if it reached a token limit, `tool_calls` if the model calls tools, `content_filter` if the provider withheld some of it. */
    finish_reason?: string | null | undefined
    /** The likelihood of tokens, if you asked for it. */
    logprobs?: unknown | undefined
    [more: string]: unknown
  })[]
  usage?: CompletionUsage | null | undefined
  svc_filter?: FilterReport | undefined
  [more: string]: unknown
}

/** A chat completion request in the format of OpenAI, with filter options. */
export type CompletionRequest = {
  /** The conversation so far */
  messages: unknown
  /** A model of GET /v1/models, with an optional filter mode as a suffix, such as :strict */
  model?: string | null | undefined
  /** Whether the answer comes as server-sent events */
  stream?: boolean | null | undefined
  /** Whether a stream ends with the token counts */
  stream_options?: {
    include_usage?: boolean | null | undefined
    [more: string]: unknown
  } | null | undefined
  /** Sampling temperature */
  temperature?: number | null | undefined
  /** Nucleus sampling */
  top_p?: number | null | undefined
  /** At most so many tokens of answer; the older name */
  max_tokens?: number | null | undefined
  /** At most so many tokens of answer */
  max_completion_tokens?: number | null | undefined
  /** Where the answer ends */
  stop?: string | (string)[] | null | undefined
  /** How many choices; the most neutral one comes first */
  n?: number | null | undefined
  /** The tools that the model may call */
  tools?: ({
    type: "function" | "custom"
    function?: {
      name: string
      [more: string]: unknown
    } | undefined
    [more: string]: unknown
  })[] | null | undefined
  /** Which tool is called: none, auto, required or a named one */
  tool_choice?: unknown | undefined
  /** Whether an answer may hold several calls */
  parallel_tool_calls?: boolean | null | undefined
  /** text, json_object or json_schema; JSON is scored on its text values */
  response_format?: {
    type: "text" | "json_object" | "json_schema"
    [more: string]: unknown
  } | null | undefined
  /** For answers that repeat, as far as the provider can */
  seed?: number | null | undefined
  /** Whether the answer comes with the likelihood of its tokens */
  logprobs?: boolean | null | undefined
  /** How many alternatives of each token */
  top_logprobs?: number | null | undefined
  /** Makes single tokens more or less likely */
  logit_bias?: Record<string, number> | null | undefined
  /** Against repetition */
  frequency_penalty?: number | null | undefined
  /** Against repetition of topics */
  presence_penalty?: number | null | undefined
  /** Your own identifier of the end user */
  user?: string | null | undefined
  /** Your own identifier of the end user */
  safety_identifier?: string | null | undefined
  /** Your own notes, passed on */
  metadata?: Record<string, unknown> | null | undefined
  /** ["text"] */
  modalities?: (unknown)[] | null | undefined
  /** Text that the answer will mostly repeat */
  prediction?: unknown | undefined
  /** Groups requests with the same beginning */
  prompt_cache_key?: string | null | undefined
  /** How the provider caches prompts */
  prompt_cache_options?: unknown | undefined
  /** How long the provider keeps cached prompts */
  prompt_cache_retention?: unknown | undefined
  /** How long a model may think */
  reasoning_effort?: string | null | undefined
  /** auto, default or flex */
  service_tier?: "auto" | "default" | "flex" | null | undefined
  /** low, medium or high */
  verbosity?: string | null | undefined
  /** `false`: conversations are not stored. */
  store?: unknown | undefined
  /** The older form of tool_choice */
  function_call?: unknown | undefined
  /** The older form of tools */
  functions?: ({
    name: string
    [more: string]: unknown
  })[] | null | undefined
  /** Extension: sampling among so many tokens */
  top_k?: number | null | undefined
  /** Extension: sampling */
  min_p?: number | null | undefined
  /** Extension: against repetition */
  repetition_penalty?: number | null | undefined
  /** Extension: how reasoning is shown */
  reasoning?: unknown | undefined
  /** Extension: how reasoning is shown */
  reasoning_format?: unknown | undefined
  /** Extension: whether reasoning is shown */
  include_reasoning?: boolean | null | undefined
  /** Extension: options of the chat template */
  chat_template_kwargs?: unknown | undefined
  svc_options?: FilterOptions | null | undefined
}

/** Tokens used by all attempts together, in OpenAI's format. */
export type CompletionUsage = {
  /** Tokens sent to the model. */
  prompt_tokens: number
  /** Tokens the model wrote. */
  completion_tokens: number
  /** Both together. */
  total_tokens: number
  [more: string]: unknown
}

/** What to compute. */
export type ComputeRequest = {
  /** Probability of a 1 in the source, from 0 to 1. */
  bias: number
  /** Bits in a block. Your plan limits it: 9 without credentials and on the free plan. */
  N?: 3 | 9 | 16 | 25 | 32 | 64 | undefined
  /** How many samples to report. Each block and its mirror are two samples. */
  samples?: number | undefined
  /** Makes the result repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
}

/** A balanced sequence and its statistics. */
export type ComputeResult = {
  /** Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
  ain: number
  /** Mean share of ones, from 0 to 1. */
  mean: number
  /** Standard deviation of the share of ones. */
  std: number
  /** The smallest share of ones in a sample. */
  min: number
  /** The largest share of ones in a sample. */
  max: number
  /** All N + 1 possible shares of ones, in ascending order. */
  histogram: (HistogramBar)[]
  /** The mean share of ones (same as `mean`). */
  p_output: number
  /** How far the mean is from 0.5. */
  deviation_from_0_5: number
  /** Bits in a block. */
  N: number
  /** How many samples were computed. */
  samples: number
  /** The bias of the source. */
  bias: number
  /** `STABLE` on a working deployment. `UNSTABLE` means that its randomness fails a self-test. */
  status: "STABLE" | "UNSTABLE"
  /** The seed that was used. Send it again to repeat the result. */
  seed: number | string
  /** SHA-256 of all bits before mirroring, as 64 hexadecimal digits. */
  digest: string
  /** The first block before mirroring, as zeros and ones. */
  sequence: string
  /** The standard deviation that theory predicts: 1 / (2·√N). */
  expected_std: number
  /** Probability of a result at least this unusual if the bits before mirroring are uniform. */
  p_value: number
  /** The biased source. */
  input: Stage
  /** The balanced blocks before mirroring. Judge the balance by these. */
  raw: Stage
}

/** A first code. */
export type ConfirmSecondFactorRequest = {
  /** Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
  code: string
}

/** The key to create. All fields are optional. */
export type CreateApiKeyRequest = {
  /** Where it's used, so you can recognise it later. */
  name?: string | undefined
  /** What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests. */
  scope?: "full" | "compute" | "ai" | "read-only" | undefined
  /** The filter mode of requests with this key that name none. Null: the mode of the deployment. */
  filter_mode?: "analyze" | "rebalance" | "strict" | null | undefined
  /** When the key stops working. If you leave it out, it does not expire. */
  expires_at?: string | null | undefined
}

/** A new API key. This is the only response that holds the whole key. */
export type CreatedApiKey = {
  /** Identifies the key. */
  id: number
  /** The name you gave it. */
  name: string
  /** The first characters of the key, so you can recognise it. */
  key_prefix: string
  /** What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests. */
  scope: "full" | "compute" | "ai" | "read-only"
  /** The filter mode of requests with this key that name none. Null: the mode of the deployment. */
  filter_mode: "analyze" | "rebalance" | "strict" | null
  /** When the key was created. */
  created_at: string
  /** When it stops working. Null if it does not expire. */
  expires_at: string | null
  /** The whole key. Store it now. */
  key: string
}

/** A new commitment with its receipt. */
export type CreatedCommitment = {
  /** The id of the commitment. */
  id: string
  /** What you called it. Anybody with the id can read it. */
  name: string
  /** SHA-256 of the server seed: 64 hexadecimal digits. Publish it before the draw. */
  sha256: string
  /** The server seed, 64 hexadecimal digits. Null until it is revealed. */
  server_seed: string | null
  /** When the commitment was made. */
  created_at: string
  /** When the seed was revealed. Null until then. */
  revealed_at: string | null
  /** How many nonces were used. */
  draws: number
  receipt: Receipt
}

/** What was used on one day. */
export type DayUse = {
  /** The day (UTC), as `2026-03-31`. */
  date: string
  /** Compute units used. */
  compute: number
  /** AI calls used. */
  ai: number
}

/** Confirms the deletion. */
export type DeleteAccountRequest = {
  /** The password of the account. Empty if it has none. */
  password: string
}

/** The account is deleted. */
export type DeletedAccount = {
  /** Always `erased`. */
  status: "erased"
}

/** What was drawn, and the receipt for it. */
export type Draw = {
  /** The id of this draw. */
  id: string
  /** The kind of draw. */
  kind: string
  /** The numbers drawn: values, faces, or places counted from 0. */
  outcome: (number)[]
  /** What the numbers mean: values, the faces of each throw, names of options or entries. */
  values: (number | string | (number)[])[]
  /** For dice: the sum of each throw, with what is added to it. */
  totals?: (number)[] | undefined
  /** SHA-256 of the numbers in decimal, joined by commas. */
  digest: string
  /** The seed that was used, unless it is a commitment. */
  seed?: number | string | undefined
  receipt: Receipt
}

/** Choose among options, each time anew. */
export type DrawChoice = {
  /** A weighted choice. */
  kind: "choice"
  /** 1 to 10,000 options: names, or names with weights. */
  options: (string | DrawOption)[]
  /** How many choices, 1 to 100,000. */
  count?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** Throw dice. */
export type DrawDice = {
  /** Dice. */
  kind: "dice"
  /** The dice of one throw, such as `3d6` or `1d20+4`: at most 1,000 dice. */
  dice: string
  /** How many throws, 1 to 100,000. */
  count?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** Draw integers in a range. */
export type DrawIntegers = {
  /** Integers in a range. */
  kind: "integers"
  /** The smallest value. */
  min: number
  /** The largest value. The range holds fewer than 2^53 values. */
  max: number
  /** How many to draw, 1 to 100,000. */
  count?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** An option with its weight. */
export type DrawOption = {
  /** What the option is called, 1 to 256 characters. */
  name: string
  /** A whole number. The odds are exactly weight / sum of all weights, so 1 and 99 are 1 % and 99 %. */
  weight?: number | undefined
}

/** What to draw. The fields depend on `kind`. */
export type DrawRequest = DrawIntegers | DrawDice | DrawChoice | DrawShuffle | DrawSample | DrawWinners

/** Choose some of the entries, each at most once. */
export type DrawSample = {
  /** A sample without replacement. */
  kind: "sample"
  /** What to choose from: 1 to 100,000 names. */
  entries?: (string)[] | undefined
  /** Instead of entries: how many there are, up to 1,000,000. */
  size?: number | undefined
  /** How many to choose, at most as many as there are. */
  count?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** Put entries in a random order. */
export type DrawShuffle = {
  /** A random order. */
  kind: "shuffle"
  /** What to shuffle: 1 to 100,000 names. */
  entries?: (string)[] | undefined
  /** Instead of entries: how many there are, up to 100,000. */
  size?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** Draw winners from a list of names. */
export type DrawWinners = {
  /** Winners of a list. */
  kind: "winners"
  /** 1 to 100,000 different names. If somebody has several tickets, number them. */
  entries: (string)[]
  /** How many winners, at most as many as there are names. */
  count?: number | undefined
  /** Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
  seed?: number | string | undefined
  /** The id of a commitment to draw from, instead of a seed. */
  commitment?: string | undefined
  /** With a commitment: a text that you or the players choose, 1 to 128 characters. */
  client_seed?: string | undefined
  /** With a commitment: a number that you use once, such as 0, 1, 2. */
  nonce?: number | undefined
}

/** The email address is confirmed. */
export type EmailVerified = {
  /** Always `verified`. */
  status: "verified"
}

/** Embeddings in OpenAI's format, with every field that the provider sent. */
export type EmbeddingsAnswer = {
  /** The embeddings, in the order of the input. */
  data: (Record<string, unknown>)[]
  [more: string]: unknown
}

/** A request for embeddings in OpenAI's format, passed on as it is. */
export type EmbeddingsRequest = {
  /** What to embed: a text, or a list of texts. */
  input: string | (string)[] | (number)[] | ((number)[])[]
  /** An embedding model of the provider. */
  model: string
  /** How many numbers each embedding has. */
  dimensions?: number | null | undefined
  /** How the numbers are written. */
  encoding_format?: "float" | "base64" | null | undefined
  /** Your own identifier of the end user. */
  user?: string | null | undefined
}

/** The session is over. */
export type EndedSession = {
  /** The session. */
  id: string
  /** Always `ended`. */
  status: "ended"
}

/** An error. Every error of the API has this form. */
export type Error = {
  /** What went wrong, and what you can do about it. */
  detail: string
}

/** The event was handled. */
export type EventReceived = {
  /** Always true. */
  received: true
}

/** Words that moved the score. */
export type Evidence = {
  /** Where it starts in the text, in UTF-16 code units. */
  start: number
  /** Where it ends in the text (exclusive), in UTF-16 code units. */
  end: number
  /** The words. */
  text: string
  /** What kind of loaded wording it is. */
  kind: "loaded" | "intensifier" | "absolutist" | "label" | "doubt" | "editorial" | "peacock" | "report" | "loaded_verb" | "obligation" | "superlative" | "hedge" | "insult" | "praise" | "fear"
  /** Which way the words lean. */
  direction: "positive" | "negative" | "neutral"
  /** How much they moved the score of their sentence, on the logit scale. */
  weight: number
  /** A neutral alternative. If empty, leave the words out. */
  suggestion?: string | undefined
}

/** How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order. */
export type FilterOptions = {
  /** `analyze` scores the answer. `rebalance` asks the model once more if the score is below 0.4. `strict` asks up to 3 more times until the score is above 0.7. */
  filter_mode?: "analyze" | "rebalance" | "strict" | null | undefined
}

/** How the answer was scored and filtered. */
export type FilterReport = {
  /** Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
  ain_score: number | null
  /** Whether the answer is certified: its score is at least 0.7. */
  svc_certified: boolean
  /** Which way the wording leans. Null if it could not be scored. */
  bias_direction: string | null
  word_ratios: WordRatios | null
  /** `analyze` scores the answer. `rebalance` asks the model once more if the score is below 0.4. `strict` asks up to 3 more times until the score is above 0.7. */
  filter_mode: "analyze" | "rebalance" | "strict"
  /** Whether the answer met the filter mode. If not, it is the best of all attempts. */
  passed: boolean
  /** Every attempt, in order. */
  attempts: (Attempt)[]
  /** Version of the scoring model. */
  model_version: string | null
  /** Language of the answer. Null if it could not be scored. */
  language: string | null
  /** Why the answer could not be judged. Such an answer is not asked for again. */
  reason?: "insufficient_text" | "unsupported_language" | "no_text" | undefined
  /** The score of every choice, if you asked for several. */
  choices?: ({
    /** Which choice. */
    index: number
    /** Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
    ain_score: number | null
  })[] | undefined
}

/** Who forgot the password. */
export type ForgotPasswordRequest = {
  /** An email address. Case does not matter. */
  email: string
}

/** The health of this node. */
export type Health = {
  /** `degraded` if the database is unavailable. */
  status: "ok" | "degraded"
  /** The version of the program. */
  version: string
  /** How long this node has been running, in seconds. */
  uptime_seconds: number
  /** `away` if the database is unavailable. */
  database: "ok" | "away"
}

/** How many samples have one exact value. */
export type HistogramBar = {
  /** The share of ones in a block: 0/N, 1/N … N/N. */
  value: number
  /** How many samples have this share. */
  count: number
}

/** What an invitation is for. */
export type Invitation = {
  /** The only email address that can accept it. Null: any address. */
  email: string | null
  /** The role that the account gets. */
  role: "member" | "administrator"
  /** The plan that the account gets. Null: it keeps its own. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | null
  /** When that plan ends. Null: it does not end by itself. */
  plan_ends_at: string | null
  /** Until when the invitation can be accepted. */
  expires_at: string
}

/** How much one key was used this month. */
export type KeyUse = {
  /** The key. */
  id: number
  /** The name of the key. */
  name: string
  /** Metered requests with this key this month. */
  calls: number
  /** Tokens of the models that were asked with this key. */
  tokens: ModelTokens
}

/** An allocation in a list. */
export type ListedAllocation = {
  /** The id of the allocation. */
  id: string
  /** What you called it. */
  name: string
  /** The groups. */
  arms: (Arm)[]
  /** How blocks are made. */
  block: "permuted" | "equilibrium"
  /** The sizes that a block can have. */
  block_sizes: (number)[]
  /** SHA-256 of the seed's text, fixed when the allocation was created. */
  sha256: string
  /** `open` until it is closed. */
  status: "open" | "closed"
  /** The seed. Null until the allocation is closed. */
  seed: string | null
  /** SHA-256 of all arms. Null until the allocation is closed. */
  digest: string | null
  /** How many people are assigned. */
  assigned: number
  /** When it was created. */
  created_at: string
  /** When it was closed. Null until then. */
  closed_at: string | null
}

/** A commitment to a server seed, in a list. */
export type ListedCommitment = {
  /** The id of the commitment. */
  id: string
  /** What you called it. Anybody with the id can read it. */
  name: string
  /** SHA-256 of the server seed: 64 hexadecimal digits. Publish it before the draw. */
  sha256: string
  /** The server seed, 64 hexadecimal digits. Null until it is revealed. */
  server_seed: string | null
  /** When the commitment was made. */
  created_at: string
  /** When the seed was revealed. Null until then. */
  revealed_at: string | null
}

/** One message of a conversation. */
export type Message = {
  /** Who wrote it. The last message of a conversation must not be from the assistant. */
  role: "user" | "assistant" | "system"
  /** What it says. */
  content: string
}

/** Anthropic's message with every field that the provider sent, and a filter report. */
export type MessagesAnswer = {
  /** Identifies this answer. */
  id: string
  /** Always `message`. */
  type: "message"
  /** Always `assistant`. */
  role: "assistant"
  /** The model that answered. */
  model: string
  /** The answer, in blocks. */
  content: ({
    /** `text`, `tool_use` or `thinking`. */
    type: string
    [more: string]: unknown
  })[]
  /** Why the answer ended. */
  stop_reason: string | null
  /** The text that ended it, if one did. */
  stop_sequence?: string | null | undefined
  /** Tokens used by all attempts together. */
  usage?: Record<string, unknown> | undefined
  svc_filter: FilterReport
  [more: string]: unknown
}

/** The data of one server-sent event, with a filter report in `message_delta`. */
export type MessagesEvent = {
  /** The name of the event, also in `event:`. */
  type: string
  svc_filter?: FilterReport | undefined
  [more: string]: unknown
}

/** A request in Anthropic's format, with filter options. */
export type MessagesRequest = {
  /** The conversation, oldest message first. At most 100,000 characters in all. */
  messages: unknown
  /** A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
  model?: string | null | undefined
  /** The most tokens the answer can have. */
  max_tokens: number
  /** Instructions for the whole conversation. */
  system?: string | ({
    type: "text"
    text: string
    [more: string]: unknown
  })[] | null | undefined
  /** Whether to answer with server-sent events. */
  stream?: boolean | null | undefined
  /** Sampling temperature, passed on to the model. */
  temperature?: number | null | undefined
  /** Nucleus sampling, passed on to the model. */
  top_p?: number | null | undefined
  /** Sampling among so many tokens, passed on to the model. */
  top_k?: number | null | undefined
  /** Texts that end the answer. */
  stop_sequences?: (string)[] | null | undefined
  /** Your end user. */
  metadata?: {
    user_id?: string | null | undefined
    [more: string]: unknown
  } | null | undefined
  /** The tools that the model can call. */
  tools?: ({
    /** `custom`, or absent. */
    type?: "custom" | null | undefined
    /** The name of the tool. */
    name: string
    /** The JSON schema of its input. */
    input_schema: Record<string, unknown>
    [more: string]: unknown
  })[] | null | undefined
  /** Which tool the model calls. */
  tool_choice?: {
    type: "auto" | "any" | "tool" | "none"
    [more: string]: unknown
  } | null | undefined
  /** Whether the model shows its thinking. */
  thinking?: {
    type: string
    [more: string]: unknown
  } | null | undefined
  /** The format of the answer, and how long to think. */
  output_config?: Record<string, unknown> | null | undefined
  /** `auto` or `standard_only`. */
  service_tier?: "auto" | "standard_only" | null | undefined
  /** How the provider caches the prompt. */
  cache_control?: unknown | undefined
  svc_options?: FilterOptions | null | undefined
}

/** How much of one quota is used this month. */
export type MeterUse = {
  /** What was used this month, whatever paid for it. */
  used: number
  /** The allowance of the plan for this month. Null if unlimited. */
  limit: number | null
  /** What is left of the allowance, without purchased balance. Null if unlimited. */
  remaining: number | null
}

/** A model, with the fields of OpenAI's format and of Anthropic's. */
export type Model = {
  /** The name to send as `model`. */
  id: string
  /** Always `model`. */
  object: "model"
  /** When this deployment started, in Unix seconds. */
  created: number
  /** The AI provider that serves it. */
  owned_by: string
  /** Always `model`. */
  type: "model"
  /** A name for people. */
  display_name: string
  /** When this deployment started. */
  created_at: string
  /** What its tokens cost this deployment, if it says so. */
  price?: {
    /** For a million tokens sent to the model. */
    input: number
    /** For a million tokens that the model wrote. */
    output: number
    /** Always `EUR`. */
    currency: "EUR"
  } | undefined
}

/** The models that you can use. */
export type ModelList = {
  /** Always `list`. */
  object: "list"
  /** The models, the default first. */
  data: (Model)[]
  /** Always false: the list is complete. */
  has_more: boolean
  /** The name of the first model. */
  first_id: string | null
  /** The name of the last model. */
  last_id: string | null
}

/** Tokens that models used this month. They do not count towards a quota. */
export type ModelTokens = {
  /** Tokens sent to models. */
  input: number
  /** Tokens that models wrote. */
  output: number
  /** What they cost this deployment, in euros. Null if no price is configured for the models. */
  cost_eur: number | null
}

/** What was used in one month. */
export type MonthUse = {
  /** The month (UTC), as `2026-03`. */
  month: string
  /** Units used, by quota. */
  endpoints: {
    /** Compute units. */
    compute: number
    /** Chats. */
    "ai/chat": number
    /** Text analyses. */
    "ai/analyze": number
    /** Requests with your own provider key. */
    "ai/proxy": number
  }
  /** Keys that were used in this month. */
  keys: ({
    /** The key. */
    id: number
    /** The name of the key. */
    name: string
    /** Metered requests with this key. */
    calls: number
  })[]
}

/** An error in OpenAI's format, as its clients expect it, beside our own `detail`. */
export type OpenAIError = {
  /** What went wrong. For status 422, a list of every invalid field. */
  detail: string | (ValidationIssue)[]
  /** The same error in OpenAI's format. */
  error: {
    /** What went wrong, as one text. */
    message: string
    /** OpenAI's name for the kind of error. */
    type: string
    /** Our name for the kind of error. */
    code: string
    /** Always null. */
    param: null
  }
}

/** The password is changed. */
export type PasswordChanged = {
  /** Always `changed`. */
  status: "changed"
}

/** If the address has an account, an email is on its way. */
export type PasswordResetRequested = {
  /** Always `sent`, whether or not the address has an account. */
  status: "sent"
}

/** One payment. */
export type Payment = {
  /** Identifies the payment. */
  id: string
  /** When it was made. */
  date: string
  /** What it was for. */
  description: string
  /** The amount, in euros. */
  amount_eur: number
  /** How much of it was refunded, in euros. */
  refunded_eur: number
  /** What became of it. */
  status: "paid" | "pending" | "failed" | "refunded" | "partially_refunded" | "disputed"
  /** The receipt or invoice. Null if there is none. */
  receipt_url: string | null
}

/** A plan and its limits. */
export type Plan = {
  /** Identifies the plan. */
  id: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** Price for a month, in euros. */
  price_eur: number
  /** The largest N. */
  max_n: number
  /** Compute units included in a month. Null is unlimited, 0 is not included. */
  compute: number | null
  /** Requests to `/ai/chat` included in a month. Null is unlimited, 0 is not included. */
  ai_chat: number | null
  /** Text analyses included in a month. Null is unlimited, 0 is not included. */
  ai_analyze: number | null
  /** Requests to `/ai/proxy` included in a month. Null is unlimited, 0 is not included. */
  ai_proxy: number | null
  /** How many API keys you can have. */
  keys: number
  /** The rate limit. */
  requests_per_minute: number
}

/** Everything you can buy, and what you can do without an account. */
export type Plans = {
  /** The plans, smallest first. */
  plans: (Plan)[]
  /** The top-ups, smallest first. */
  topups: (TopupOffer)[]
  /** What anonymous callers can do. */
  anonymous: {
    /** The largest N without credentials. */
    max_n: number
    /** The rate limit for an IP address without credentials. */
    requests_per_minute: number
  }
}

/** Where to manage payments. */
export type Portal = {
  /** Send the person to this page. */
  portal_url: string
}

/** A conversation to continue, and the provider key to use. */
export type ProxyRequest = {
  /** Which AI provider to ask. `GET /brand` lists them. */
  provider: "provider_a" | "provider_b" | "provider_c"
  /** Your own key for this provider. We use it for this request only; we neither store nor log it. */
  user_api_key: string
  /** The conversation, oldest message first. At most 100,000 characters in all. */
  messages: (Message)[]
  /** A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
  model?: string | null | undefined
  /** Whether to answer with server-sent events. */
  stream?: boolean | undefined
  svc_options?: FilterOptions | null | undefined
}

/** A signed statement of what was drawn. Anybody can check it offline. */
export type Receipt = {
  /** The format of the receipt. */
  type: "equipoise-receipt/1"
  /** What the receipt is about. */
  subject: "draw" | "commitment" | "assignment" | "allocation"
  /** The id of the draw, commitment, assignment or allocation. */
  id: string
  /** When it was drawn. */
  issued_at: string
  /** The address of the service. */
  issuer: string
  /** The definition that the outcome follows. */
  version: "outcomes/1" | "allocation/1"
  /** Everything that decides the outcome. */
  settings: Record<string, unknown>
  /** SHA-256 of the outcome, as 64 hexadecimal digits. */
  digest: string
  /** The Ed25519 key that signed it, in base64url. */
  public_key: string
  /** The Ed25519 signature, in base64url. */
  signature: string
}

/** Codes that each work once instead of one from the app. */
export type RecoveryCodes = {
  /** Keep them in a safe place. */
  recovery_codes: (string)[]
}

/** Confirms who you are. */
export type RemoveSecondFactorRequest = {
  /** The password of the account. Empty if it has none. */
  password: string
  /** Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
  code: string
}

/** The new name of the key. */
export type RenameApiKeyRequest = {
  /** Where it's used, so you can recognise it. */
  name: string
}

/** The token from the email, and the new password. */
export type ResetPasswordRequest = {
  /** The token from the link in the email. */
  token: string
  /** The new password. The most common passwords are not accepted. */
  password: string
}

/** An answer in the format of OpenAI's Responses, with a filter report. */
export type ResponsesAnswer = {
  /** Identifies this answer. */
  id: string
  /** Always `response`. */
  object: "response"
  /** When it was created, in Unix seconds. */
  created_at: number
  /** `incomplete` if the answer was cut off. */
  status: "completed" | "incomplete"
  /** The model that answered. */
  model: string
  /** The answer, in items. */
  output: ({
    /** `message`, `function_call` or `reasoning`. */
    type: string
    [more: string]: unknown
  })[]
  /** Tokens used by all attempts together. Null if not reported. */
  usage: Record<string, unknown> | null
  /** Always false: nothing is stored. */
  store: false
  svc_filter: FilterReport
  [more: string]: unknown
}

/** The data of one server-sent event. `response.completed` carries the whole response and the filter report. */
export type ResponsesEvent = {
  /** The name of the event, also in `event:`. */
  type: string
  /** Counts the events from 0. */
  sequence_number: number
  [more: string]: unknown
}

/** A request in the format of OpenAI's Responses, with filter options. */
export type ResponsesRequest = {
  /** The conversation: text, or a list of messages, function calls and their outputs. */
  input: string | (Record<string, unknown>)[]
  /** A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
  model?: string | null | undefined
  /** Instructions for the whole conversation. */
  instructions?: string | null | undefined
  /** Whether to answer with server-sent events. */
  stream?: boolean | null | undefined
  /** Options of a stream. */
  stream_options?: unknown | undefined
  /** Sampling temperature, passed on to the model. */
  temperature?: number | null | undefined
  /** Nucleus sampling, passed on to the model. */
  top_p?: number | null | undefined
  /** The most tokens the answer can have. */
  max_output_tokens?: number | null | undefined
  /** Functions that the model can call. */
  tools?: ({
    type: string
    [more: string]: unknown
  })[] | null | undefined
  /** Which function the model calls. */
  tool_choice?: unknown | undefined
  /** Whether an answer can hold several calls. */
  parallel_tool_calls?: boolean | null | undefined
  /** The format of the answer. */
  text?: {
    format?: {
      type: string
      [more: string]: unknown
    } | null | undefined
    [more: string]: unknown
  } | null | undefined
  /** How long the model thinks. */
  reasoning?: {
    effort?: string | null | undefined
    [more: string]: unknown
  } | null | undefined
  /** How many alternatives of each token. */
  top_logprobs?: number | null | undefined
  /** Further parts of the answer. */
  include?: ("message.output_text.logprobs" | "reasoning.encrypted_content")[] | null | undefined
  /** Your own notes, returned with the answer. */
  metadata?: Record<string, unknown> | null | undefined
  /** Your own identifier of the end user. */
  user?: string | null | undefined
  /** Your own identifier of the end user. */
  safety_identifier?: string | null | undefined
  /** Groups requests with the same beginning. */
  prompt_cache_key?: string | null | undefined
  /** How the provider caches prompts. */
  prompt_cache_options?: unknown | undefined
  /** How long the provider keeps cached prompts. */
  prompt_cache_retention?: unknown | undefined
  /** `auto`, `default` or `flex`. */
  service_tier?: "auto" | "default" | "flex" | null | undefined
  /** `disabled`: the conversation is passed on whole. */
  truncation?: "disabled" | null | undefined
  /** `false`: nothing is stored. */
  store?: unknown | undefined
  /** `false`: answers come at once. */
  background?: unknown | undefined
  svc_options?: FilterOptions | null | undefined
}

/** The key no longer works. */
export type RevokedApiKey = {
  /** The key. */
  id: number
  /** Always `revoked`. */
  status: "revoked"
}

/** How to rotate the key. All fields are optional. */
export type RotateApiKeyRequest = {
  /** How long the old key keeps working, in seconds. */
  grace_seconds?: number | undefined
}

/** The state of a second factor. */
export type SecondFactor = {
  /** Whether signing in needs a code. */
  enabled: boolean
  /** How many recovery codes are unused. */
  recovery_codes_left: number
}

/** Signing in no longer needs a code. */
export type SecondFactorRemoved = {
  /** Always `removed`. */
  status: "removed"
}

/** The secret for an authenticator app. */
export type SecondFactorSetup = {
  /** To type into an app, in base32. */
  secret: string
  /** The same as an address, usually shown as a QR code. */
  otpauth_url: string
}

/** The score of one sentence. */
export type SentenceScore = {
  /** Where it starts in the text, in UTF-16 code units. */
  start: number
  /** Where it ends in the text (exclusive), in UTF-16 code units. */
  end: number
  /** Neutrality score of the sentence, from 0 to 1. */
  ain_score: number
}

/** A place where the account is signed in. */
export type Session = {
  /** Identifies the session. */
  id: string
  /** The IP address it came from. */
  address: string
  /** The program it came from, as it names itself. */
  user_agent: string
  /** When the session started. */
  created_at: string
  /** When the session ends by itself. */
  expires_at: string
  /** When it was last used, to within a few seconds. Null if never. */
  last_used_at: string | null
  /** Whether this is the session that sent this request. */
  current: boolean
}

/** Who signs in. */
export type SignInRequest = {
  /** An email address. Case does not matter. */
  email: string
  /** The password of the account. */
  password: string
  /** Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
  code?: string | null | undefined
}

/** A new account. */
export type SignUpRequest = {
  /** An email address. Case does not matter. */
  email: string
  /** The new password. The most common passwords are not accepted. */
  password: string
  /** The name of the person. */
  name?: string | null | undefined
  /** The token of an invitation, where sign-up needs one. */
  invitation?: string | null | undefined
}

/** A new session. */
export type SignedIn = {
  /** Send it as `Authorization: Bearer <token>`. */
  access_token: string
  /** Always `bearer`. */
  token_type: "bearer"
  /** How long the token is valid, in seconds. */
  expires_in: number
  account: Account
}

/** The session is over. */
export type SignedOut = {
  /** Always `signed_out`. */
  status: "signed_out"
}

/** A public key that signs or signed receipts. */
export type SigningKey = {
  /** The kind of signature. */
  algorithm: "Ed25519"
  /** 32 bytes in base64url, as receipts carry it. */
  public_key: string
  /** When the key was made. */
  created_at: string
  /** When it was replaced. Null for the key in use. */
  retired_at: string | null
}

/** All keys of this deployment. */
export type SigningKeys = {
  /** The newest first. */
  keys: (SigningKey)[]
}

/** Statistics of one stage of the computation. */
export type Stage = {
  /** Mean share of ones, from 0 to 1. */
  mean: number
  /** Standard deviation of the share of ones. */
  std: number
  /** Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
  ain: number
  /** All N + 1 possible shares of ones, in ascending order. */
  histogram: (HistogramBar)[]
}

/** One stratum of an allocation. */
export type Stratum = {
  /** Its name. Empty if the allocation has no strata. */
  stratum: string
  /** How many people are assigned. */
  assigned: number
  /** People in each arm, in the order of `arms`. */
  counts: (number)[]
  balance: Balance
}

/** Who wants the newsletter. */
export type SubscribeRequest = {
  /** An email address. Case does not matter. */
  email: string
}

/** The address is subscribed. */
export type Subscribed = {
  /** Always `subscribed`, also for an address that was already. */
  status: "subscribed"
}

/** The plan, and when it renews or ends. */
export type Subscription = {
  /** The plan that is in effect. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** `past_due` if the last payment failed. `cancelled` if the plan ends with the paid period. */
  status: "none" | "active" | "past_due" | "cancelled"
  /** When the plan renews. Null if it does not. */
  renews_at: string | null
  /** When the plan ends, if it is cancelled or past due. */
  ends_at: string | null
}

/** Results for biases from 0 to 1. */
export type SweepResult = {
  /** Bits in a block. */
  N: number
  /** How many samples were computed for each bias. */
  samples: number
  /** How many biases were computed. */
  steps: number
  /** The seed that was used. Send it again to repeat the result. */
  seed: number | string
  /** One entry for each bias, in ascending order. */
  results: (SweepStep)[]
  /** All p-values in one, combined with Fisher's method. */
  p_value: number
}

/** The result for one bias of a sweep. */
export type SweepStep = {
  /** The bias of the source. */
  bias: number
  /** Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
  ain: number
  /** The mean share of ones (same as `mean`). */
  p_output: number
  /** How far the mean is from 0.5. */
  deviation_from_0_5: number
  /** `STABLE` on a working deployment. `UNSTABLE` means that its randomness fails a self-test. */
  status: "STABLE" | "UNSTABLE"
  /** Probability of a result at least this unusual if the bits before mirroring are uniform. */
  p_value: number
  /** Balance of the source. */
  input_ain: number
  /** Balance of the blocks before mirroring. */
  raw_ain: number
}

/** A token from a link. */
export type TokenRequest = {
  /** The token from the link. */
  token: string
}

/** Tokens used by all attempts together. */
export type TokenUse = {
  /** Tokens sent to the model. Null if the provider did not report them. */
  input_tokens: number | null
  /** Tokens the model wrote. Null if the provider did not report them. */
  output_tokens: number | null
}

/** A top-up that you can buy. */
export type Topup = {
  /** Identifies the top-up. */
  id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
  /** Compute units it adds. */
  compute: number
  /** AI calls it adds. */
  ai_calls: number
  /** Price, in euros. */
  price_eur: number
}

/** A top-up, and who can buy it. */
export type TopupOffer = {
  /** Identifies the top-up. */
  id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
  /** Price, in euros. */
  price_eur: number
  /** Compute units it adds. */
  compute: number
  /** AI calls it adds. */
  ai_calls: number
  /** The plans on which you can buy it. */
  plans: ("free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl")[]
}

/** The top-up to buy. */
export type TopupRequest = {
  /** The top-up. */
  topup: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
}

/** A short text to score. */
export type TryAnalyzeRequest = {
  /** The text to score. Characters are Unicode code points. */
  text: string
}

/** The address is no longer subscribed. */
export type Unsubscribed = {
  /** Always `unsubscribed`. */
  status: "unsubscribed"
}

/** What to change about the account. */
export type UpdateAccountRequest = {
  /** Your name. Empty removes it. */
  name: string
}

/** What the account has used this month, and what is left. */
export type UsageStats = {
  /** The plan that is in effect. */
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  /** The current month. */
  period: {
    /** When this month started (UTC). */
    start: string
    /** When the quotas reset (UTC). */
    resets_at: string
  }
  /** Each quota, by the endpoint it belongs to. */
  endpoints: {
    /** Compute units, shared by `/compute` and `/sweep`. */
    compute: MeterUse
    /** Requests to `/ai/chat` and `/v1/chat/completions`. */
    "ai/chat": MeterUse
    /** Text analyses. */
    "ai/analyze": MeterUse
    /** Requests to `/ai/proxy`. */
    "ai/proxy": MeterUse
  }
  /** What is left of your top-ups. Negative after a refund of units already used. */
  topup_balance: {
    /** Purchased compute units. They do not expire. */
    compute: number
    /** Purchased AI calls. They do not expire. */
    ai_calls: number
  }
  /** Keys that work, and revoked keys that were used this month. */
  keys: (KeyUse)[]
  /** Tokens of all models, with and without a key. */
  tokens: ModelTokens
  /** The last 30 days, oldest first. */
  daily: (DayUse)[]
}

/** The error of a request with invalid fields. All of them are listed at once. */
export type ValidationError = {
  /** Every invalid field. */
  detail: (ValidationIssue)[]
}

/** One invalid field. */
export type ValidationIssue = {
  /** Where the field is: `body`, `query` or `path`, then the names and indexes that lead to it. */
  loc: (string | number)[]
  /** What is wrong with the field. */
  msg: string
  /** A stable code for the kind of problem, in the words that Pydantic uses. */
  type: string
}

/** Whether an email was needed. */
export type VerificationSent = {
  /** `verified` if the address was confirmed already. */
  status: "sent" | "verified"
}

/** Shares of words, each from 0 to 1. A loaded word can also be positive or negative. */
export type WordRatios = {
  /** Share of words with a positive tone. */
  positive: number
  /** Share of words with a negative tone. */
  negative: number
  /** Share of loaded words. */
  loaded: number
  /** Share of words that are none of these. */
  neutral: number
}

/** Compute a balanced sequence. */
export type PostComputeBody = ComputeRequest

/** Compute a balanced sequence. */
export type PostComputeAnswer = ComputeResult

/** Compute balanced sequences for biases from 0 to 1. */
export type GetSweepQuery = {
  N?: 3 | 9 | 16 | 25 | 32 | 64 | undefined
  samples?: number | undefined
  steps?: number | undefined
  seed?: number | string | undefined
}

/** Compute balanced sequences for biases from 0 to 1. */
export type GetSweepAnswer = SweepResult

/** Draw integers, dice, choices, an order or winners. */
export type PostDrawsBody = DrawRequest

/** Draw integers, dice, choices, an order or winners. */
export type PostDrawsAnswer = Draw

/** Get the keys that sign receipts. */
export type GetWellKnownEquipoiseSigningKeyAnswer = SigningKeys

/** Commit to a server seed. */
export type PostCommitmentsBody = CommitmentRequest

/** Commit to a server seed. */
export type PostCommitmentsAnswer = CreatedCommitment

/** List your commitments. */
export type GetCommitmentsAnswer = (ListedCommitment)[]

/** Get a commitment. */
export type GetCommitmentsIdAnswer = Commitment

/** Reveal the server seed. */
export type PostCommitmentsIdRevealAnswer = Commitment

/** Create an allocation. */
export type PostAllocationsBody = AllocationRequest

/** Create an allocation. */
export type PostAllocationsAnswer = Allocation

/** List your allocations. */
export type GetAllocationsAnswer = (ListedAllocation)[]

/** Get an allocation and its balance. */
export type GetAllocationsIdAnswer = Allocation

/** Assign a participant. */
export type PostAllocationsIdAssignBody = AssignmentRequest

/** Assign a participant. */
export type PostAllocationsIdAssignAnswer = Assigned

/** Close an allocation and reveal its seed. */
export type PostAllocationsIdCloseAnswer = ClosedAllocation

/** List assigned participants. */
export type GetAllocationsIdAssignmentsQuery = {
  limit?: number | undefined
  after_stratum?: string | undefined
  after_position?: number | undefined
}

/** List assigned participants. */
export type GetAllocationsIdAssignmentsAnswer = (Assignment)[]

/** Score a text for neutrality. */
export type PostAiAnalyzeBody = AnalyzeRequest

/** Score a text for neutrality. */
export type PostAiAnalyzeAnswer = Analysis

/** Ask this deployment's model. */
export type PostAiChatBody = ChatRequest

/** Ask this deployment's model. */
export type PostAiChatAnswer = ChatResult

/** Ask an AI provider with your own key. */
export type PostAiProxyBody = ProxyRequest

/** Ask an AI provider with your own key. */
export type PostAiProxyAnswer = ChatResult

/** Score a short text without an account. */
export type PostTryAnalyzeBody = TryAnalyzeRequest

/** Score a short text without an account. */
export type PostTryAnalyzeAnswer = Analysis

/** Create a chat completion in OpenAI's format. */
export type PostV1ChatCompletionsBody = CompletionRequest

/** Create a chat completion in OpenAI's format. */
export type PostV1ChatCompletionsAnswer = Completion

/** Create a response in the format of OpenAI's Responses. */
export type PostV1ResponsesBody = ResponsesRequest

/** Create a response in the format of OpenAI's Responses. */
export type PostV1ResponsesAnswer = ResponsesAnswer

/** Create a message in Anthropic's format. */
export type PostV1MessagesBody = MessagesRequest

/** Create a message in Anthropic's format. */
export type PostV1MessagesAnswer = MessagesAnswer

/** Create embeddings in OpenAI's format. */
export type PostV1EmbeddingsBody = EmbeddingsRequest

/** Create embeddings in OpenAI's format. */
export type PostV1EmbeddingsAnswer = EmbeddingsAnswer

/** List the models you can use. */
export type GetV1ModelsAnswer = ModelList

/** Get one model. */
export type GetV1ModelsIdAnswer = Model

/** Create an account and sign in. */
export type PostAuthRegisterBody = SignUpRequest

/** Create an account and sign in. */
export type PostAuthRegisterAnswer = SignedIn

/** Sign in. */
export type PostAuthLoginBody = SignInRequest

/** Sign in. */
export type PostAuthLoginAnswer = SignedIn

/** Change your password. */
export type PostAuthPasswordBody = ChangePasswordRequest

/** Change your password. */
export type PostAuthPasswordAnswer = PasswordChanged

/** Get an email to set a new password. */
export type PostAuthForgotBody = ForgotPasswordRequest

/** Get an email to set a new password. */
export type PostAuthForgotAnswer = PasswordResetRequested

/** Set a new password with the token from the email. */
export type PostAuthResetBody = ResetPasswordRequest

/** Set a new password with the token from the email. */
export type PostAuthResetAnswer = PasswordChanged

/** Sign out. */
export type PostAuthLogoutAnswer = SignedOut

/** Show what an invitation is for. */
export type PostAuthInvitationLookBody = TokenRequest

/** Show what an invitation is for. */
export type PostAuthInvitationLookAnswer = Invitation

/** Accept an invitation with your account. */
export type PostAuthInvitationBody = TokenRequest

/** Accept an invitation with your account. */
export type PostAuthInvitationAnswer = Account

/** Confirm an email address. */
export type PostAuthVerifyBody = TokenRequest

/** Confirm an email address. */
export type PostAuthVerifyAnswer = EmailVerified

/** Send the confirmation email again. */
export type PostAuthVerifyResendAnswer = VerificationSent

/** Get the state of your second factor. */
export type GetAuthSecondFactorAnswer = SecondFactor

/** Start setting up a second factor. */
export type PostAuthSecondFactorBody = BeginSecondFactorRequest

/** Start setting up a second factor. */
export type PostAuthSecondFactorAnswer = SecondFactorSetup

/** Remove your second factor. */
export type DeleteAuthSecondFactorBody = RemoveSecondFactorRequest

/** Remove your second factor. */
export type DeleteAuthSecondFactorAnswer = SecondFactorRemoved

/** Finish setting up a second factor. */
export type PostAuthSecondFactorConfirmBody = ConfirmSecondFactorRequest

/** Finish setting up a second factor. */
export type PostAuthSecondFactorConfirmAnswer = RecoveryCodes

/** Get your account. */
export type GetAuthMeAnswer = Account

/** Delete your account. */
export type DeleteAuthMeBody = DeleteAccountRequest

/** Delete your account. */
export type DeleteAuthMeAnswer = DeletedAccount

/** Change your name. */
export type PatchAuthMeBody = UpdateAccountRequest

/** Change your name. */
export type PatchAuthMeAnswer = Account

/** List the audit log of your account. */
export type GetAuthMeAuditQuery = {
  limit?: number | undefined
  after?: number | undefined
}

/** List the audit log of your account. */
export type GetAuthMeAuditAnswer = (AuditEntry)[]

/** List your sessions. */
export type GetAuthSessionsQuery = {
  limit?: number | undefined
  after?: string | undefined
}

/** List your sessions. */
export type GetAuthSessionsAnswer = (Session)[]

/** End a session. */
export type DeleteAuthSessionsIdAnswer = EndedSession

/** Export everything we hold about your account. */
export type GetAuthMeExportAnswer = AccountExport

/** Change your email address. */
export type PostAuthEmailBody = ChangeEmailRequest

/** Change your email address. */
export type PostAuthEmailAnswer = Account

/** List your API keys. */
export type GetApiKeysQuery = {
  limit?: number | undefined
  after?: number | undefined
}

/** List your API keys. */
export type GetApiKeysAnswer = (ApiKey)[]

/** Create an API key. */
export type PostApiKeysBody = CreateApiKeyRequest

/** Create an API key. */
export type PostApiKeysAnswer = CreatedApiKey

/** Create an API key (alias). */
export type PostKeysCreateBody = CreateApiKeyRequest

/** Create an API key (alias). */
export type PostKeysCreateAnswer = CreatedApiKey

/** Rotate an API key. */
export type PostApiKeysKeyIdRotateBody = RotateApiKeyRequest

/** Rotate an API key. */
export type PostApiKeysKeyIdRotateAnswer = CreatedApiKey

/** Rename an API key. */
export type PatchApiKeysKeyIdBody = RenameApiKeyRequest

/** Rename an API key. */
export type PatchApiKeysKeyIdAnswer = ApiKey

/** Revoke an API key. */
export type DeleteApiKeysKeyIdAnswer = RevokedApiKey

/** Buy or change a plan. */
export type PostBillingCheckoutBody = CheckoutRequest

/** Buy or change a plan. */
export type PostBillingCheckoutAnswer = Checkout

/** Buy a top-up. */
export type PostBillingTopupBody = TopupRequest

/** Buy a top-up. */
export type PostBillingTopupAnswer = Checkout

/** Cancel your plan. */
export type PostBillingCancelAnswer = Cancellation

/** Resume a cancelled plan. */
export type PostBillingResumeAnswer = Subscription

/** Manage payment methods and invoices. */
export type PostBillingPortalAnswer = Portal

/** List the top-ups you can buy. */
export type GetBillingTopupsAnswer = (Topup)[]

/** Get your subscription. */
export type GetBillingSubscriptionAnswer = Subscription

/** List your payments. */
export type GetBillingHistoryQuery = {
  limit?: number | undefined
  after?: string | undefined
}

/** List your payments. */
export type GetBillingHistoryAnswer = (Payment)[]

/** Get your usage this month. */
export type GetUsageStatsAnswer = UsageStats

/** List your usage month by month. */
export type GetUsageMonthsAnswer = (MonthUse)[]

/** List accounts. */
export type GetAdminAccountsQuery = {
  search?: string | undefined
  plan?: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | undefined
  state?: "active" | "disabled" | "administrator" | undefined
  sort?: "newest" | "oldest" | "email" | undefined
  after?: string | undefined
  limit?: number | undefined
}

/** List accounts. */
export type GetAdminAccountsAnswer = AdminAccountPage

/** Get an account. */
export type GetAdminAccountsIdAnswer = AdminAccount

/** Delete an account. */
export type DeleteAdminAccountsIdBody = AdminRequest

/** Delete an account. */
export type DeleteAdminAccountsIdAnswer = AdminDone

/** Disable an account. */
export type PostAdminAccountsIdDisableBody = AdminRequest

/** Disable an account. */
export type PostAdminAccountsIdDisableAnswer = AdminDone

/** Enable an account again. */
export type PostAdminAccountsIdEnableBody = AdminRequest

/** Enable an account again. */
export type PostAdminAccountsIdEnableAnswer = AdminDone

/** Mark an email address as confirmed. */
export type PostAdminAccountsIdVerifyEmailBody = AdminRequest

/** Mark an email address as confirmed. */
export type PostAdminAccountsIdVerifyEmailAnswer = AdminDone

/** Sign an account out everywhere. */
export type PostAdminAccountsIdSignOutBody = AdminRequest

/** Sign an account out everywhere. */
export type PostAdminAccountsIdSignOutAnswer = AdminDone

/** Remove the second factor of an account. */
export type PostAdminAccountsIdSecondFactorRemoveBody = AdminRequest

/** Remove the second factor of an account. */
export type PostAdminAccountsIdSecondFactorRemoveAnswer = AdminDone

/** Set the plan of an account. */
export type PostAdminAccountsIdPlanBody = AdminSetPlanRequest

/** Set the plan of an account. */
export type PostAdminAccountsIdPlanAnswer = AdminDone

/** Grant units to an account. */
export type PostAdminAccountsIdGrantBody = AdminGrantRequest

/** Grant units to an account. */
export type PostAdminAccountsIdGrantAnswer = AdminDone

/** Set the role of an account. */
export type PostAdminAccountsIdRoleBody = AdminSetRoleRequest

/** Set the role of an account. */
export type PostAdminAccountsIdRoleAnswer = AdminDone

/** Create a link to set a new password. */
export type PostAdminAccountsIdResetLinkBody = AdminRequest

/** Create a link to set a new password. */
export type PostAdminAccountsIdResetLinkAnswer = AdminResetLink

/** Revoke a key of an account. */
export type PostAdminAccountsIdKeysKeyIdRevokeBody = AdminRequest

/** Revoke a key of an account. */
export type PostAdminAccountsIdKeysKeyIdRevokeAnswer = AdminDone

/** Get the usage and sales of the deployment. */
export type GetAdminOverviewAnswer = AdminOverview

/** List what administrators did. */
export type GetAdminLogQuery = {
  before?: number | undefined
}

/** List what administrators did. */
export type GetAdminLogAnswer = (AdminEntry)[]

/** List invitations. */
export type GetAdminInvitationsAnswer = (AdminInvitation)[]

/** Invite somebody. */
export type PostAdminInvitationsBody = AdminInviteRequest

/** Invite somebody. */
export type PostAdminInvitationsAnswer = AdminCreatedInvitation

/** Withdraw an invitation. */
export type DeleteAdminInvitationsIdBody = AdminWithdrawRequest

/** Withdraw an invitation. */
export type DeleteAdminInvitationsIdAnswer = AdminDone

/** Subscribe to the newsletter. */
export type PostNewsletterSubscribeBody = SubscribeRequest

/** Subscribe to the newsletter. */
export type PostNewsletterSubscribeAnswer = Subscribed

/** Unsubscribe from the newsletter. */
export type GetNewsletterUnsubscribeQuery = {
  token: string
}

/** Unsubscribe from the newsletter. */
export type GetNewsletterUnsubscribeAnswer = Unsubscribed

/** List plans and top-ups. */
export type GetPlansAnswer = Plans

/** Get the names and features of this deployment. */
export type GetBrandAnswer = Brand

/** Check the health of the service. */
export type GetHealthAnswer = Health

/** Check whether this node can take requests. */
export type GetHealthReadyAnswer = Health

/** Check whether the process runs. */
export type GetHealthLiveAnswer = Alive

/** Receive an event from the payment provider. */
export type PostBillingWebhookAnswer = EventReceived
