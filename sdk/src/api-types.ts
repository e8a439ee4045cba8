// Written by `npm run openapi` from openapi.json: change the routes, not this file.
// Each operation has up to three types: its body, its query, and its answer when all went well.

/** A balanced sequence and its statistics, whatever the bias. */
export type PostComputeBody = {
  /** Probability of a 1 in the source */
  bias: number
  /** Bits in a block */
  N?: 3 | 9 | 16 | 25 | 32 | 64 | undefined
  samples?: number | undefined
  /** Makes the result repeatable; a random one is chosen and returned where it is absent */
  seed?: number | string | undefined
}

/** A balanced sequence and its statistics, whatever the bias. */
export type PostComputeAnswer = {
  ain: number
  mean: number
  std: number
  min: number
  max: number
  histogram: ({
    value: number
    count: number
  })[]
  p_output: number
  deviation_from_0_5: number
  N: number
  samples: number
  bias: number
  status: "STABLE" | "UNSTABLE"
  seed: number | string
  digest: string
  sequence: string
  expected_std: number
  p_value: number
  input: {
    mean: number
    std: number
    ain: number
    histogram: ({
      value: number
      count: number
    })[]
  }
  raw: {
    mean: number
    std: number
    ain: number
    histogram: ({
      value: number
      count: number
    })[]
  }
}

/** The same over biases from 0 to 1, with one p-value for all. */
export type GetSweepQuery = {
  N?: 3 | 9 | 16 | 25 | 32 | 64 | undefined
  samples?: number | undefined
  steps?: number | undefined
  seed?: number | string | undefined
}

/** The same over biases from 0 to 1, with one p-value for all. */
export type GetSweepAnswer = {
  N: number
  samples: number
  steps: number
  seed: number | string
  results: ({
    bias: number
    ain: number
    p_output: number
    deviation_from_0_5: number
    status: "STABLE" | "UNSTABLE"
    p_value: number
    input_ain: number
    raw_ain: number
  })[]
  p_value: number
}

/** Score a text for neutrality, with the words that moved the score. */
export type PostAiAnalyzeBody = {
  text: string
}

/** Score a text for neutrality, with the words that moved the score. */
export type PostAiAnalyzeAnswer = {
  ain_score: number
  bias_direction: "neutral" | "positive_leaning" | "negative_leaning" | "mixed"
  svc_certified: boolean
  band: "biased" | "moderate" | "neutral"
  word_ratios: {
    positive: number
    negative: number
    loaded: number
    neutral: number
  }
  word_count: number
  sentences: ({
    start: number
    end: number
    ain_score: number
  })[]
  evidence: ({
    start: number
    end: number
    text: string
    kind: "loaded" | "intensifier" | "absolutist" | "label" | "doubt" | "editorial" | "peacock" | "report" | "loaded_verb" | "obligation" | "superlative" | "hedge" | "insult" | "praise" | "fear"
    direction: "positive" | "negative" | "neutral"
    weight: number
    suggestion?: string | undefined
  })[]
  language: string
  confidence: number
  reason?: "insufficient_text" | "unsupported_language" | undefined
  model_version: string
}

/** Ask the deployment's model, with its neutrality score. */
export type PostAiChatBody = {
  messages: ({
    role: "user" | "assistant" | "system"
    content: string
  })[]
  model?: string | undefined
  stream?: boolean | undefined
  svc_options?: {
    filter_mode?: "analyze" | "rebalance" | "strict" | undefined
  } | undefined
}

/** Ask the deployment's model, with its neutrality score. */
export type PostAiChatAnswer = {
  response: string
  ain_score: number | null
  model: string
  svc_filter: {
    ain_score: number | null
    svc_certified: boolean
    bias_direction: string | null
    word_ratios: {
      positive: number
      negative: number
      loaded: number
      neutral: number
    } | null
    filter_mode: "analyze" | "rebalance" | "strict"
    passed: boolean
    attempts: ({
      ain_score: number | null
      bias_direction: string | null
      input_tokens: number | null
      output_tokens: number | null
      duration_ms: number
    })[]
    model_version: string | null
  }
  usage: {
    input_tokens: number | null
    output_tokens: number | null
  }
}

/** Ask a provider with your own key, which is neither stored nor logged. */
export type PostAiProxyBody = {
  provider: "provider_a" | "provider_b" | "provider_c"
  user_api_key: string
  messages: ({
    role: "user" | "assistant" | "system"
    content: string
  })[]
  model?: string | undefined
  stream?: boolean | undefined
  svc_options?: {
    filter_mode?: "analyze" | "rebalance" | "strict" | undefined
  } | undefined
}

/** Ask a provider with your own key, which is neither stored nor logged. */
export type PostAiProxyAnswer = {
  response: string
  ain_score: number | null
  model: string
  svc_filter: {
    ain_score: number | null
    svc_certified: boolean
    bias_direction: string | null
    word_ratios: {
      positive: number
      negative: number
      loaded: number
      neutral: number
    } | null
    filter_mode: "analyze" | "rebalance" | "strict"
    passed: boolean
    attempts: ({
      ain_score: number | null
      bias_direction: string | null
      input_tokens: number | null
      output_tokens: number | null
      duration_ms: number
    })[]
    model_version: string | null
  }
  usage: {
    input_tokens: number | null
    output_tokens: number | null
  }
}

/** Score a short text without an account. */
export type PostTryAnalyzeBody = {
  /** The text to score, in English */
  text: string
}

/** Score a short text without an account. */
export type PostTryAnalyzeAnswer = {
  ain_score: number
  bias_direction: "neutral" | "positive_leaning" | "negative_leaning" | "mixed"
  svc_certified: boolean
  band: "biased" | "moderate" | "neutral"
  word_ratios: {
    positive: number
    negative: number
    loaded: number
    neutral: number
  }
  word_count: number
  sentences: ({
    start: number
    end: number
    ain_score: number
  })[]
  evidence: ({
    start: number
    end: number
    text: string
    kind: "loaded" | "intensifier" | "absolutist" | "label" | "doubt" | "editorial" | "peacock" | "report" | "loaded_verb" | "obligation" | "superlative" | "hedge" | "insult" | "praise" | "fear"
    direction: "positive" | "negative" | "neutral"
    weight: number
    suggestion?: string | undefined
  })[]
  language: string
  confidence: number
  reason?: "insufficient_text" | "unsupported_language" | undefined
  model_version: string
}

/** The model that chat uses unless told otherwise. */
export type GetV1ModelsAnswer = {
  object: "list"
  data: ({
    id: string
    object: "model"
    created: number
    owned_by: string
  })[]
}

/** OpenAI's chat completions, filtered. */
export type PostV1ChatCompletionsBody = {
  messages: ({
    role: "user" | "assistant" | "system" | "developer"
    content: string | ({
      type: "text"
      text: string
    } | {
      type: "refusal"
      refusal: string
    })[] | null
    refusal?: string | null | undefined
  })[]
  model?: string | undefined
  stream?: boolean | null | undefined
  stream_options?: {
    include_usage?: boolean | null | undefined
  } | null | undefined
  temperature?: number | null | undefined
  top_p?: number | null | undefined
  max_tokens?: number | null | undefined
  max_completion_tokens?: number | null | undefined
  stop?: string | (string)[] | null | undefined
  n?: 1 | null | undefined
  tools?: unknown | null | (unknown)[] | undefined
  functions?: unknown | null | (unknown)[] | undefined
  svc_options?: {
    filter_mode?: "analyze" | "rebalance" | "strict" | undefined
  } | undefined
}

/** OpenAI's chat completions, filtered. */
export type PostV1ChatCompletionsAnswer = {
  id: string
  object: "chat.completion"
  created: number
  model: string
  choices: ({
    index: number
    message: {
      role: "assistant"
      content: string
      refusal: null
    }
    finish_reason: "stop" | "length"
    logprobs: null
  })[]
  usage?: {
    prompt_tokens: number
    completion_tokens: number
    total_tokens: number
  } | undefined
  svc_filter: {
    ain_score: number | null
    svc_certified: boolean
    bias_direction: string | null
    word_ratios: {
      positive: number
      negative: number
      loaded: number
      neutral: number
    } | null
    filter_mode: "analyze" | "rebalance" | "strict"
    passed: boolean
    attempts: ({
      ain_score: number | null
      bias_direction: string | null
      input_tokens: number | null
      output_tokens: number | null
      duration_ms: number
    })[]
    model_version: string | null
  }
}

/** Register an account and sign in. */
export type PostAuthRegisterBody = {
  /** An email address */
  email: string
  password: string
  name?: string | null | undefined
}

/** Register an account and sign in. */
export type PostAuthRegisterAnswer = {
  access_token: string
  token_type: "bearer"
  expires_in: number
  account: {
    id: number
    email: string
    name: string | null
    plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    plan_ends_at: string | null
    created_at: string
  }
}

/** Sign in. */
export type PostAuthLoginBody = {
  /** An email address */
  email: string
  password: string
}

/** Sign in. */
export type PostAuthLoginAnswer = {
  access_token: string
  token_type: "bearer"
  expires_in: number
  account: {
    id: number
    email: string
    name: string | null
    plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    plan_ends_at: string | null
    created_at: string
  }
}

/** Change the password and end all other sessions. */
export type PostAuthPasswordBody = {
  current_password: string
  new_password: string
}

/** Change the password and end all other sessions. */
export type PostAuthPasswordAnswer = {
  status: "changed"
}

/** Ask for a mail with a link to set a new password. */
export type PostAuthForgotBody = {
  /** An email address */
  email: string
}

/** Ask for a mail with a link to set a new password. */
export type PostAuthForgotAnswer = {
  status: "sent"
}

/** Set a new password with the token from the mail; ends all sessions. */
export type PostAuthResetBody = {
  token: string
  password: string
}

/** Set a new password with the token from the mail; ends all sessions. */
export type PostAuthResetAnswer = {
  status: "changed"
}

/** End this session. */
export type PostAuthLogoutAnswer = {
  status: "signed_out"
}

/** The signed-in account. */
export type GetAuthMeAnswer = {
  id: number
  email: string
  name: string | null
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  plan_ends_at: string | null
  created_at: string
}

/** Erase this account and all that belongs to it. */
export type DeleteAuthMeBody = {
  password: string
}

/** Erase this account and all that belongs to it. */
export type DeleteAuthMeAnswer = {
  status: "erased"
}

/** What happened to this account, newest first. */
export type GetAuthMeAuditAnswer = ({
  id: number
  at: string
  event: string
  address: string
  user_agent: string
  detail: Record<string, unknown>
})[]

/** Where this account is signed in. */
export type GetAuthSessionsAnswer = ({
  id: string
  address: string
  user_agent: string
  created_at: string
  expires_at: string
  last_used_at: string | null
  current: boolean
})[]

/** End a session. */
export type DeleteAuthSessionsIdAnswer = {
  id: string
  status: "ended"
}

/** Everything we hold about this account. */
export type GetAuthMeExportAnswer = {
  account: {
    id: number
    email: string
    name: string | null
    plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    plan_ends_at: string | null
    created_at: string
  }
  api_keys: ({
    id: number
    name: string
    key_prefix: string
    scope: "full" | "compute" | "ai" | "read-only"
    created_at: string
    last_used_at: string | null
    expires_at: string | null
  })[]
  sessions: ({
    id: string
    address: string
    user_agent: string
    created_at: string
    expires_at: string
    last_used_at: string | null
    current: boolean
  })[]
  audit: ({
    id: number
    at: string
    event: string
    address: string
    user_agent: string
    detail: Record<string, unknown>
  })[]
  usage: Record<string, unknown>
  [more: string]: unknown
}

/** The keys of this account. */
export type GetApiKeysAnswer = ({
  id: number
  name: string
  key_prefix: string
  scope: "full" | "compute" | "ai" | "read-only"
  created_at: string
  last_used_at: string | null
  expires_at: string | null
})[]

/** Make a key; the whole key is shown this once. */
export type PostApiKeysBody = {
  name?: string | undefined
  scope?: "full" | "compute" | "ai" | "read-only" | undefined
  expires_at?: string | null | undefined
}

/** Make a key; the whole key is shown this once. */
export type PostApiKeysAnswer = {
  id: number
  name: string
  key_prefix: string
  scope: "full" | "compute" | "ai" | "read-only"
  created_at: string
  expires_at: string | null
  key: string
}

/** The same as POST /api-keys. */
export type PostKeysCreateBody = {
  name?: string | undefined
  scope?: "full" | "compute" | "ai" | "read-only" | undefined
  expires_at?: string | null | undefined
}

/** The same as POST /api-keys. */
export type PostKeysCreateAnswer = {
  id: number
  name: string
  key_prefix: string
  scope: "full" | "compute" | "ai" | "read-only"
  created_at: string
  expires_at: string | null
  key: string
}

/** Replace a key by a new one; the old one works on for a grace period. */
export type PostApiKeysKeyIdRotateBody = {
  grace_seconds?: number | undefined
}

/** Replace a key by a new one; the old one works on for a grace period. */
export type PostApiKeysKeyIdRotateAnswer = {
  id: number
  name: string
  key_prefix: string
  scope: "full" | "compute" | "ai" | "read-only"
  created_at: string
  expires_at: string | null
  key: string
}

/** Revoke a key, at once and everywhere. */
export type DeleteApiKeysKeyIdAnswer = {
  id: number
  status: "revoked"
}

/** Open a payment page for a plan, or for the change to it. */
export type PostBillingCheckoutBody = {
  plan: "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
}

/** Open a payment page for a plan, or for the change to it. */
export type PostBillingCheckoutAnswer = {
  /** A hosted page to pay or to confirm on */
  checkout_url: string
}

/** Open a payment page for a top-up. */
export type PostBillingTopupBody = {
  topup: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
}

/** Open a payment page for a top-up. */
export type PostBillingTopupAnswer = {
  /** A hosted page to pay or to confirm on */
  checkout_url: string
}

/** Cancel at the end of the paid period. */
export type PostBillingCancelAnswer = {
  status: "cancelled"
  effective: "end_of_period"
  /** Until then the plan stays */
  ends_at: string
}

/** Open the page for payment methods and invoices. */
export type PostBillingPortalAnswer = {
  portal_url: string
}

/** List the top-ups offered on the caller's plan. */
export type GetBillingTopupsAnswer = ({
  id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
  compute: number
  ai_calls: number
  price_eur: number
})[]

/** Show the plan, and when it renews or ends. */
export type GetBillingSubscriptionAnswer = {
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  status: "none" | "active" | "past_due" | "cancelled"
  renews_at: string | null
  /** When the plan ends, where it was cancelled or is past due */
  ends_at: string | null
}

/** List what was paid, the newest first. */
export type GetBillingHistoryAnswer = ({
  id: string
  date: string
  description: string
  amount_eur: number
  refunded_eur: number
  status: "paid" | "pending" | "failed" | "refunded" | "partially_refunded" | "disputed"
  receipt_url: string | null
})[]

/** What this account has used in this month, and what is left. */
export type GetUsageStatsAnswer = {
  plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
  period: {
    start: string
    resets_at: string
  }
  endpoints: {
    compute: {
      used: number
      /** null is unlimited */
      limit: number | null
      /** what is left of the allowance, without purchased balance */
      remaining: number | null
    }
    "ai/chat": {
      used: number
      /** null is unlimited */
      limit: number | null
      /** what is left of the allowance, without purchased balance */
      remaining: number | null
    }
    "ai/analyze": {
      used: number
      /** null is unlimited */
      limit: number | null
      /** what is left of the allowance, without purchased balance */
      remaining: number | null
    }
    "ai/proxy": {
      used: number
      /** null is unlimited */
      limit: number | null
      /** what is left of the allowance, without purchased balance */
      remaining: number | null
    }
  }
  topup_balance: {
    compute: number
    ai_calls: number
  }
  keys: ({
    id: number
    name: string
    calls: number
  })[]
  daily: ({
    date: string
    compute: number
    ai: number
  })[]
}

/** Subscribe an address; says the same for one that is known. */
export type PostNewsletterSubscribeBody = {
  /** An email address */
  email: string
}

/** Subscribe an address; says the same for one that is known. */
export type PostNewsletterSubscribeAnswer = {
  status: "subscribed"
}

/** Unsubscribe with the token from a mail. */
export type GetNewsletterUnsubscribeQuery = {
  token: string
}

/** Unsubscribe with the token from a mail. */
export type GetNewsletterUnsubscribeAnswer = {
  status: "unsubscribed"
}

/** Plans and top-ups. */
export type GetPlansAnswer = {
  plans: ({
    id: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl"
    price_eur: number
    max_n: number
    /** a month; null is unlimited, 0 is not included */
    compute: number | null
    /** a month; null is unlimited, 0 is not included */
    ai_chat: number | null
    /** a month; null is unlimited, 0 is not included */
    ai_analyze: number | null
    /** a month; null is unlimited, 0 is not included */
    ai_proxy: number | null
    keys: number
    requests_per_minute: number
  })[]
  topups: ({
    id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m"
    price_eur: number
    compute: number
    ai_calls: number
    plans: ("free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl")[]
  })[]
  anonymous: {
    max_n: number
    requests_per_minute: number
  }
}

/** Names and features of this deployment. */
export type GetBrandAnswer = {
  name: string
  word: string
  key_prefix: string
  fields: {
    options: string
    filter: string
    certified: string
  }
  providers: (string)[]
  features: {
    chat: boolean
    billing: "stripe" | "sandbox" | "off"
    mail: boolean
  }
}

/** Health of the service and its database. */
export type GetHealthAnswer = {
  status: "ok" | "degraded"
  version: string
  uptime_seconds: number
  database: "ok" | "away"
}

/** Whether this node can take requests. */
export type GetHealthReadyAnswer = {
  status: "ok" | "degraded"
  version: string
  uptime_seconds: number
  database: "ok" | "away"
}

/** Whether the process runs. */
export type GetHealthLiveAnswer = {
  status: "ok"
}

/** Take a signed payment event. */
export type PostBillingWebhookAnswer = {
  received: true
}
