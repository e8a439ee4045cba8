// Written by `npm run sdk:types` from openapi.json: change the routes, not this file.
// Each operation has up to three types: its body, its query, and its answer when all went well.

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
