// Written by `npm run openapi` from openapi.json: change the routes, not this file.
export type paths = Record<string, never>;
export type webhooks = Record<string, never>;
export type components = {
  schemas: {
    /** @description An account. */
    Account: {
      /** @description Identifies the account. */
      id: number;
      /** @description The email address to sign in with. */
      email: string;
      /** @description The name of the person. Null if none was given. */
      name: string | null;
      /** @description The plan that is in effect. `GET /plans` lists those on offer. */
      plan: string;
      /**
       * Format: date-time
       * @description When the plan ends. Null while it renews, and on the free plan.
       */
      plan_ends_at: string | null;
      /**
       * @description Administrators can also use `/admin`.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description Whether the email address is confirmed. */
      email_verified: boolean;
      /** @description False for an account that only signs in through an identity provider. */
      has_password: boolean;
      /** @description Whether signing in also needs a code from an authenticator app. */
      second_factor: boolean;
      /**
       * Format: date-time
       * @description When the account was created.
       */
      created_at: string;
    };
    /** @description Everything we hold about an account. More fields can be present. */
    AccountExport: {
      /** @description An account. */
      account: components["schemas"]["Account"];
      /** @description The keys that are not revoked. */
      api_keys: components["schemas"]["ApiKey"][];
      /** @description The sessions that have not ended. */
      sessions: components["schemas"]["Session"][];
      /** @description The connected identities. */
      identities: components["schemas"]["Identity"][];
      /** @description The whole audit log, newest entry first. */
      audit: components["schemas"]["AuditEntry"][];
      /** @description The usage of this month, as in `GET /usage/stats`. */
      usage: {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /** @description One account with everything that belongs to it. */
    AdminAccount: {
      /** @description An account. */
      account: components["schemas"]["Account"];
      /** @description The plans that you can set, smallest first, including those that are not on offer. */
      plans: string[];
      /**
       * Format: date-time
       * @description When it was disabled. Null if it is not.
       */
      disabled_at: string | null;
      /** @description What the account pays for. */
      subscription: {
        /**
         * @description The state of the subscription.
         * @enum {string}
         */
        status: "none" | "active" | "past_due" | "cancelled";
        /**
         * Format: date-time
         * @description When it renews. Null if it does not.
         */
        renews_at: string | null;
        /**
         * Format: date-time
         * @description When it ends. Null if no end is set.
         */
        ends_at: string | null;
      };
      /** @description What the account has used this month, and what is left. */
      usage: components["schemas"]["UsageStats"];
      /** @description The keys that are not revoked. */
      keys: components["schemas"]["ApiKey"][];
      /** @description Where the account is signed in. */
      sessions: components["schemas"]["Session"][];
      /** @description The connected identities, oldest first. */
      identities: components["schemas"]["Identity"][];
      /** @description The last changes to the account, newest first. */
      audit: components["schemas"]["AuditEntry"][];
      /** @description What administrators did to it, newest first. */
      administration: components["schemas"]["AdminEntry"][];
    };
    /** @description A page of accounts. */
    AdminAccountPage: {
      /** @description The accounts of this page. */
      accounts: components["schemas"]["AdminListedAccount"][];
      /** @description Send it as `after` to get the following page. Null on the last one. */
      next: string | null;
      /** @description How many accounts there are in total. Above 10,000 it is an estimate. */
      total: number;
    };
    /** @description A new invitation with its link, which we show only once. */
    AdminCreatedInvitation: {
      /** @description Identifies the invitation. */
      id: number;
      /** @description The only email address that can accept it. Null if any address can. */
      email: string | null;
      /**
       * @description The role that the account gets.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description The plan that the account gets. Null for the free plan. `GET /plans` lists those on offer. */
      plan: string | null;
      /**
       * Format: date-time
       * @description When that plan ends. Null if it has no end date.
       */
      plan_ends_at: string | null;
      /** @description The administrator who created it. Null if the service did. */
      created_by: number | null;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Until when it can be accepted.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was accepted. Null if it was not.
       */
      accepted_at: string | null;
      /** @description The account that accepted it. */
      accepted_by: number | null;
      /** @description The link for the invited person. */
      link: string;
    };
    /** @description The change was made. */
    AdminDone: {
      /**
       * @description Always `done`.
       * @enum {string}
       */
      status: "done";
    };
    /** @description Something that an administrator did. */
    AdminEntry: {
      /** @description Identifies the entry. */
      id: number;
      /**
       * Format: date-time
       * @description When it was done.
       */
      at: string;
      /** @description Who did it. */
      administrator: string;
      /** @description What was done, such as `plan_set`. */
      action: string;
      /** @description The account concerned. Null if there is none. */
      account_id: number | null;
      /** @description The address of that account at the time. */
      account_email: string | null;
      /** @description Why. */
      reason: string;
      /** @description More about it, depending on the action. */
      detail: {
        [key: string]: unknown;
      };
      /** @description The IP address it came from. */
      address: string;
    };
    /** @description The units to add. */
    AdminGrantRequest: {
      /**
       * @description Compute units.
       * @default 0
       */
      compute?: number | undefined;
      /**
       * @description AI calls.
       * @default 0
       */
      ai_calls?: number | undefined;
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description An invitation. */
    AdminInvitation: {
      /** @description Identifies the invitation. */
      id: number;
      /** @description The only email address that can accept it. Null if any address can. */
      email: string | null;
      /**
       * @description The role that the account gets.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description The plan that the account gets. Null for the free plan. `GET /plans` lists those on offer. */
      plan: string | null;
      /**
       * Format: date-time
       * @description When that plan ends. Null if it has no end date.
       */
      plan_ends_at: string | null;
      /** @description The administrator who created it. Null if the service did. */
      created_by: number | null;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description Until when it can be accepted.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was accepted. Null if it was not.
       */
      accepted_at: string | null;
      /** @description The account that accepted it. */
      accepted_by: number | null;
    };
    /** @description Whom to invite, and what they get. */
    AdminInviteRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email?: (string | null) | undefined;
      /**
       * @description The role that the account gets.
       * @default member
       * @enum {string}
       */
      role?: ("member" | "administrator") | undefined;
      /**
       * @description The plan that the account gets.
       * @enum {string|null}
       */
      plan?: ("free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl" | null) | undefined;
      /**
       * Format: date-time
       * @description When that plan ends.
       */
      plan_ends_at?: (string | null) | undefined;
      /**
       * Format: date-time
       * @description Until when it can be accepted. 7 days if you leave it out.
       */
      expires_at?: (string | null) | undefined;
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description One account in a list. */
    AdminListedAccount: {
      /** @description Identifies the account. */
      id: number;
      /** @description The email address. */
      email: string;
      /** @description The name of the person. Null if none was given. */
      name: string | null;
      /** @description The plan that is in effect. `GET /plans` lists those on offer. */
      plan: string;
      /**
       * @description The role.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description Whether the account is disabled. */
      disabled: boolean;
      /**
       * Format: date-time
       * @description When the account was created.
       */
      created_at: string;
    };
    /** @description Usage and sales of the whole deployment. */
    AdminOverview: {
      /** @description How many accounts there are. Above 10,000 it is an estimate. */
      accounts: number;
      /**
       * Format: date-time
       * @description When usage was last summed up. Null before the first time.
       */
      usage_summed_at: string | null;
      /** @description The last 30 days, oldest first. */
      usage: {
        /** @description The day, in UTC. */
        date: string;
        /** @description The plan of the callers. `GET /plans` lists those on offer. */
        plan: string;
        /**
         * @description The quota it counts against.
         * @enum {string}
         */
        meter: "compute" | "ai/chat" | "ai/analyze" | "ai/proxy";
        /** @description Compute units, or AI calls. */
        units: number;
        /** @description How many accounts used it. */
        accounts: number;
      }[];
      /** @description The accounts that used most this month, up to 20 for each quota. */
      top_callers: {
        /**
         * @description The quota it counts against.
         * @enum {string}
         */
        meter: "compute" | "ai/chat" | "ai/analyze" | "ai/proxy";
        /** @description The rank. 1 is the largest. */
        place: number;
        /** @description The account. */
        account_id: number;
        /** @description Its email address. */
        email: string;
        /** @description Its plan. `GET /plans` lists those on offer. */
        plan: string;
        /** @description What it used this month. */
        units: number;
      }[];
      /** @description Running subscriptions. */
      subscriptions: {
        /** @description The plan. */
        plan: string;
        /**
         * @description Whether the last payment worked.
         * @enum {string}
         */
        status: "active" | "past_due";
        /** @description How many accounts. */
        count: number;
        /** @description At today's price. */
        eur_a_month: number;
      }[];
      /** @description Plans and top-ups paid in the last 30 days, including renewals, oldest first. */
      sales: {
        /** @description The day, in UTC. */
        date: string;
        /**
         * @description What was bought.
         * @enum {string}
         */
        kind: "plan" | "topup";
        /** @description Which plan or top-up. */
        item: string;
        /** @description How many. */
        count: number;
        /** @description At today's price. */
        eur: number;
      }[];
      /** @description Calls to AI providers in the last 30 days by result, oldest first. */
      providers: {
        /** @description The day, in UTC. */
        date: string;
        /** @description The AI provider, or the target with this name. */
        target: string;
        /** @description `ok`, `cancelled` by the caller, or the cause of the error. */
        result: string;
        /** @description How many calls. */
        calls: number;
      }[];
      /** @description The lengths of the queues, except emails. */
      queues: {
        /** @description Payment events that will be tried again. */
        payment_events_waiting: number;
        /** @description Payment events that need a person; the log names them. */
        payment_events_set_aside: number;
        /** @description Deleted accounts with rows that are not deleted yet. */
        accounts_being_deleted: number;
        /**
         * Format: date-time
         * @description When the last scheduled backup was made. Null if there was none.
         */
        last_backup_at: string | null;
      };
      /** @description The outbox. Null if email is not configured. */
      emails: {
        /** @description Emails that wait to be sent. */
        waiting: number;
        /**
         * Format: date-time
         * @description When the oldest was queued. Null if there is none.
         */
        oldest_at: string | null;
        /** @description The last error of the mail server. Null if there was none. */
        last_error: string | null;
      } | null;
    };
    /** @description A plan that an account can have. */
    AdminPlan: {
      /** @description Identifies the plan. `GET /plans` lists those on offer. */
      id: string;
      /** @description Price for a month, in euros. */
      price_eur: number;
      /** @description The largest N. */
      max_n: number;
      /** @description Compute units included in a month. Null means unlimited, 0 means not included. */
      compute: number | null;
      /** @description Requests to `/ai/chat` included in a month. Null means unlimited, 0 means not included. */
      ai_chat: number | null;
      /** @description Text analyses included in a month. Null means unlimited, 0 means not included. */
      ai_analyze: number | null;
      /** @description Requests to `/ai/proxy` included in a month. Null means unlimited, 0 means not included. */
      ai_proxy: number | null;
      /** @description How many API keys you can have. */
      keys: number;
      /** @description The rate limit. */
      requests_per_minute: number;
      /** @description Whether people can see and buy it. */
      offered: boolean;
    };
    /** @description The reason for the change. */
    AdminRequest: {
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description A link to set a new password. */
    AdminResetLink: {
      /**
       * @description `sent` if it went out by email.
       * @enum {string}
       */
      status: "sent" | "created";
      /** @description The link. Null if it went out by email. */
      link: string | null;
    };
    /** @description The plan, and when it ends. */
    AdminSetPlanRequest: {
      /**
       * @description The new plan.
       * @enum {string}
       */
      plan: "free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl";
      /**
       * Format: date-time
       * @description When the plan ends. If you leave it out, it has no end.
       */
      ends_at?: (string | null) | undefined;
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description The new role. */
    AdminSetRoleRequest: {
      /**
       * @description The new role.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description Why it is withdrawn. */
    AdminWithdrawRequest: {
      /** @description The reason. It is written to the log. */
      reason: string;
    };
    /** @description The process runs. */
    Alive: {
      /**
       * @description Always `ok`.
       * @enum {string}
       */
      status: "ok";
    };
    /** @description An allocation and its balance. */
    Allocation: {
      /**
       * Format: uuid
       * @description The id of the allocation.
       */
      id: string;
      /** @description What you called it. */
      name: string;
      /** @description The groups. */
      arms: components["schemas"]["Arm"][];
      /**
       * @description How blocks are filled.
       * @enum {string}
       */
      block: "permuted" | "equilibrium";
      /** @description The sizes that a block can have. */
      block_sizes: number[];
      /** @description SHA-256 of the seed's text, fixed when the allocation was created. */
      sha256: string;
      /**
       * @description `open` until it is closed.
       * @enum {string}
       */
      status: "open" | "closed";
      /** @description The seed. Null until the allocation is closed. */
      seed: string | null;
      /** @description SHA-256 of all arms. Null until the allocation is closed. */
      digest: string | null;
      /** @description How many people are assigned. */
      assigned: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was closed. Null until then.
       */
      closed_at: string | null;
      /** @description People in each arm, in the order of `arms`. */
      counts: number[];
      /** @description How well an allocation is balanced. */
      balance: components["schemas"]["Balance"];
      /** @description Each stratum. Without strata there is one, with an empty name. */
      strata: components["schemas"]["Stratum"][];
    };
    /** @description A new allocation. */
    AllocationRequest: {
      /**
       * @description What it is for, up to 100 characters.
       * @default
       */
      name?: string | undefined;
      /** @description 2 to 50 groups with different names. */
      arms: components["schemas"]["ArmRequest"][];
      /**
       * @description `permuted`: blocks of random sizes in random order. `equilibrium`: a free sequence and its mirror.
       * @default permuted
       * @enum {string}
       */
      block?: ("permuted" | "equilibrium") | undefined;
      /** @description Multiples of the sum of the weights in lowest terms. One for `equilibrium`. For two equal arms: 4, 6 and 8. */
      block_sizes?: number[] | undefined;
      /** @description Subgroups that are each balanced separately, such as sites: 1 to 1,000 names. */
      strata?: string[] | undefined;
      /** @description The seed. If you leave it out, it is random and secret. If you give one, you can compute every arm in advance. It needs the length of 16 random bytes: 32 hexadecimal digits or 22 other characters. */
      seed?: (number | string) | undefined;
    };
    /** @description How neutral a text is, and why. */
    Analysis: {
      /** @description Neutrality score, from 0 (loaded wording) to 1 (neutral wording). */
      ain_score: number;
      /**
       * @description Which way the wording leans.
       * @enum {string}
       */
      bias_direction: "neutral" | "positive_leaning" | "negative_leaning" | "mixed";
      /** @description Whether the text is certified: its score is at least 0.7. */
      svc_certified: boolean;
      /**
       * @description `biased` below 0.4, `moderate` from 0.4, `neutral` from 0.7. `unscored`: the text is in a language that we do not score, and its number says nothing.
       * @enum {string}
       */
      band: "biased" | "moderate" | "neutral" | "unscored";
      /** @description Shares of words, each from 0 to 1. A loaded word can also be positive or negative. */
      word_ratios: components["schemas"]["WordRatios"];
      /** @description How many words the text has. */
      word_count: number;
      /** @description The score of every sentence, in order. */
      sentences: components["schemas"]["SentenceScore"][];
      /** @description The sentences that withhold the certificate, and why. If there is one, the score is below 0.7. */
      withheld_by: components["schemas"]["WithheldBy"][];
      /** @description The words that moved the score most, the most noticeable first. */
      evidence: components["schemas"]["Evidence"][];
      /** @description How many further pieces of evidence the list leaves out. Usually 0. */
      evidence_truncated: number;
      /** @description Experimental: how balanced the text is, from 0 (one-sided) to 1 (several sides are presented). It never changes the score. Null for fewer than three sentences, and if nothing in the text is disputed. */
      balance: number | null;
      /** @description The cues behind `balance`: the share of sentences with each cue. */
      balance_basis: components["schemas"]["BalanceBasis"] | null;
      /** @description The language of the text, as an ISO 639 code. `und` if it is unknown. */
      language: string;
      /** @description How sure the model is, from 0 to 1. Low for short texts and unknown words. */
      confidence: number;
      /**
       * @description Why the text cannot be certified: it is too short, or in a language we do not score.
       * @enum {string}
       */
      reason?: ("insufficient_text" | "unsupported_language") | undefined;
      /** @description Version of the scoring model. The same version gives the same score. */
      model_version: string;
    };
    /** @description One result for each text. */
    AnalyzeBatch: {
      /** @description The results, in the order of `texts`. */
      results: components["schemas"]["AnalyzeBatchItem"][];
      /** @description How many texts were scored. The request costs this, and the texts whose scoring started and took too long. */
      scored: number;
      /** @description How many texts were not scored. */
      failed: number;
    };
    /** @description The result for one text: either `analysis` or `error`. */
    AnalyzeBatchItem: {
      /** @description The position of the text in `texts`, counted from 0. */
      index: number;
      /** @description How neutral a text is, and why. */
      analysis?: components["schemas"]["Analysis"] | undefined;
      /** @description Why one text of a batch was not scored. It costs nothing, unless its scoring had started and took too long (504). */
      error?: components["schemas"]["TextError"] | undefined;
    };
    /** @description Texts to score. */
    AnalyzeBatchRequest: {
      /** @description The texts to score: at most 100, with at most 200,000 characters together. */
      texts: string[];
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
      /** @description Words and phrases to accept: they are not evidence and do not count towards the score. At most 200. */
      ignore?: (string[] | null) | undefined;
      /** @description Your own words and phrases to point out, as evidence of the kind `flagged`. At most 200. */
      flag?: (components["schemas"]["FlaggedWord"][] | null) | undefined;
    };
    /** @description A text to score. */
    AnalyzeRequest: {
      /** @description The text to score. Characters are Unicode code points. */
      text: string;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
      /** @description Words and phrases to accept: they are not evidence and do not count towards the score. At most 200. */
      ignore?: (string[] | null) | undefined;
      /** @description Your own words and phrases to point out, as evidence of the kind `flagged`. At most 200. */
      flag?: (components["schemas"]["FlaggedWord"][] | null) | undefined;
    };
    /** @description The round of a beacon that decides a draw. */
    AnnouncedRound: {
      /**
       * @description The beacon.
       * @enum {string}
       */
      beacon: "drand";
      /** @description The hash that identifies its network. */
      chain: string;
      /** @description The number of the round. */
      round: number;
      /**
       * Format: date-time
       * @description When the round becomes public.
       */
      public_at: string;
    };
    /** @description An API key, without its secret. */
    ApiKey: {
      /** @description Identifies the key. */
      id: number;
      /** @description The name you gave it. */
      name: string;
      /** @description The first characters of the key, so you can recognise it. */
      key_prefix: string;
      /**
       * @description What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests.
       * @enum {string}
       */
      scope: "full" | "compute" | "ai" | "read-only";
      /**
       * @description The filter mode of requests with this key that do not name one. Null for the default of the deployment.
       * @enum {string|null}
       */
      filter_mode: "analyze" | "rebalance" | "strict" | null;
      /**
       * Format: date-time
       * @description When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last used, to within a few seconds. Null if never.
       */
      last_used_at: string | null;
      /** @description The IP address it was last used from, or the first 64 bits of an IPv6 address. Null if never. */
      last_used_from: string | null;
      /**
       * Format: date-time
       * @description When it stops working. Null if it does not expire.
       */
      expires_at: string | null;
    };
    /** @description A group that people are assigned to. */
    Arm: {
      /** @description What the group is called. */
      name: string;
      /** @description Its share, as a whole number: weights 2 and 1 mean two thirds and one third. */
      weight: number;
    };
    /** @description A group that people are assigned to. */
    ArmRequest: {
      /** @description What the group is called, 1 to 100 characters. */
      name: string;
      /**
       * @description Its share, as a whole number from 1 to 1,000.
       * @default 1
       */
      weight?: number | undefined;
    };
    /** @description A participant, their arm, and the receipt. */
    Assigned: {
      /** @description The participant. */
      participant: string;
      /** @description The stratum. Empty if the allocation has none. */
      stratum: string;
      /** @description The place in the sequence of the stratum, counted from 0. */
      position: number;
      /** @description The group that the participant belongs to. */
      arm: string;
      /**
       * Format: date-time
       * @description When the participant was assigned.
       */
      assigned_at: string;
      /** @description False if the participant was assigned before. */
      is_new: boolean;
      /** @description A signed statement of what was drawn. Anybody can check it offline. */
      receipt: components["schemas"]["Receipt"];
    };
    /** @description A participant and their arm. */
    Assignment: {
      /** @description The participant. */
      participant: string;
      /** @description The stratum. Empty if the allocation has none. */
      stratum: string;
      /** @description The place in the sequence of the stratum, counted from 0. */
      position: number;
      /** @description The group that the participant belongs to. */
      arm: string;
      /**
       * Format: date-time
       * @description When the participant was assigned.
       */
      assigned_at: string;
    };
    /** @description Whom to assign. */
    AssignmentRequest: {
      /** @description A code or name, 1 to 256 characters of any script. Spaces around it do not count. */
      participant: string;
      /** @description The stratum of the participant, if the allocation has strata. */
      stratum?: string | undefined;
    };
    /** @description One answer of the model, with its score. */
    Attempt: {
      /** @description Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
      ain_score: number | null;
      /** @description Which way the wording leans. Null if it could not be scored. */
      bias_direction: string | null;
      /** @description Tokens sent to the model. Null if the provider did not report them. */
      input_tokens: number | null;
      /** @description Tokens the model wrote. Null if the provider did not report them. */
      output_tokens: number | null;
      /** @description How long the model took, in milliseconds. */
      duration_ms: number;
      /** @description What the model answered. Only in a result, and only with `show_attempts`. */
      text?: string | undefined;
      /** @description The words that moved the score most, the most noticeable first. */
      evidence?: components["schemas"]["Evidence"][] | undefined;
      /** @description The sentences that withhold the certificate, and why. If there is one, the score is below 0.7. */
      withheld_by?: components["schemas"]["WithheldBy"][] | undefined;
    };
    /** @description One entry of the audit log. */
    AuditEntry: {
      /** @description Identifies the entry. */
      id: number;
      /**
       * Format: date-time
       * @description When it happened.
       */
      at: string;
      /** @description What happened, such as `login` or `key_created`. */
      event: string;
      /** @description The IP address it came from. */
      address: string;
      /** @description The program it came from, from its `User-Agent`. */
      user_agent: string;
      /** @description More about it, depending on the event. */
      detail: {
        [key: string]: unknown;
      };
    };
    /** @description How well an allocation is balanced. */
    Balance: {
      /** @description The largest current difference between an arm and its exact share, in people. */
      imbalance: number;
      /** @description The largest difference that is possible. Two equal arms differ by at most twice that. */
      imbalance_max: number;
      /** @description Test of all people. Blocks keep arms even, so its p-value is near 1. Null before anybody is assigned. */
      counts: components["schemas"]["BalanceTest"] | null;
      /** @description Test of the first place of each block, which is decided by chance alone: all p-values are equally likely. */
      first_places: components["schemas"]["BalanceTest"] | null;
    };
    /** @description The cues behind `balance`: the share of sentences with each cue. */
    BalanceBasis: {
      /** @description Views are attributed to somebody, with words such as "argues" or "according to". 0 to 1. */
      attributed: number;
      /** @description Several sides are presented, with words such as "critics" or "on the other hand". 0 to 1. */
      sides: number;
      /** @description The reader is told what to do or think, with words such as "must" or "should". 0 to 1. */
      directive: number;
      /** @description The text leaves no doubt, with words such as "always" or "nothing but". 0 to 1. */
      absolute: number;
      /** @description The text speaks as "we". 0 to 1. */
      we: number;
    };
    /** @description A test of how people are spread over the arms. */
    BalanceTest: {
      /** @description Pearson's statistic. */
      chi2: number;
      /** @description Degrees of freedom: arms − 1. */
      df: number;
      /** @description The probability that independent draws with the same odds are at least this uneven. */
      p_value: number;
      /** @description True for two arms (binomial). Otherwise an approximation, good from five people per arm. */
      exact: boolean;
    };
    /** @description More tests of the bits before mirroring. */
    BatteryReport: {
      /** @description The smallest p-value times the number of tests, at most 1. */
      p_value: number;
      /** @description The tests. */
      tests: components["schemas"]["BatteryTest"][];
      /** @description Each place of the blocks. */
      positions: components["schemas"]["PositionTest"][];
      /** @description Lags 1 to 16. */
      correlations: components["schemas"]["CorrelationTest"][];
    };
    /** @description One test of the bits before mirroring. */
    BatteryTest: {
      /**
       * @description What is tested. The engine guide explains each.
       * @enum {string}
       */
      name: "fit" | "ones" | "runs" | "positions" | "serial" | "agreement" | "source" | "spread";
      /** @description The test statistic. */
      statistic: number;
      /** @description Degrees of freedom, for chi-squared tests. */
      df: number | null;
      /**
       * @description `exact`: a binomial distribution, relative error below 1e-7. `approximate`: a normal or chi-squared distribution; the p-value is off by at most 0.13 at N 3 and 100 samples, by at most 0.04 at N 9 and 100 samples, and by less for more samples.
       * @enum {string}
       */
      method: "exact" | "approximate";
      /** @description The probability that chance alone gives a result at least this unusual. */
      p_value: number;
    };
    /** @description A round of a public beacon, which nobody can choose or know in advance. */
    BeaconRound: {
      /**
       * @description The League of Entropy's network quicknet: a round every 3 seconds.
       * @enum {string}
       */
      beacon: "drand";
      /** @description The number of the round. */
      round: number;
      /** @description The signature of the round, if you have it. If you leave it out, the service fetches it (setting BEACONS). */
      signature?: string | undefined;
    };
    /** @description Confirms who you are. */
    BeginSecondFactorRequest: {
      /** @description The password of the account. Empty if it has none. */
      password: string;
    };
    /** @description The names and features of this deployment. */
    Brand: {
      /** @description The name of the product. */
      name: string;
      /** @description The prefix of keys and field names. */
      word: string;
      /** @description What every API key starts with. */
      key_prefix: string;
      /** @description Field names that depend on the deployment. */
      fields: {
        /** @description The request field with filter options. */
        options: string;
        /** @description The response field with the filter report. */
        filter: string;
        /** @description The response field that says whether a text is certified. */
        certified: string;
      };
      /** @description AI providers you can name in `/ai/proxy`. */
      providers: string[];
      /** @description The same providers, with the names to show to people. */
      provider_details: components["schemas"]["ProviderInfo"][];
      /** @description The provider that `/ai/chat` asks. Null if chat is not set up. */
      chat_provider: string | null;
      /** @description What is switched on. */
      features: {
        /** @description Whether `/ai/chat` works. */
        chat: boolean;
        /**
         * @description How payments work. In the `sandbox` no real money moves.
         * @enum {string}
         */
        billing: "stripe" | "sandbox" | "off";
        /** @description Whether this deployment can send emails. */
        mail: boolean;
        /**
         * @description Who can sign up.
         * @enum {string}
         */
        registration: "open" | "invite" | "closed";
        /** @description Whether people can sign in with a password. */
        password_sign_in: boolean;
        /** @description Name of the identity provider that people can sign in with. Null if there is none. */
        oidc: string | null;
      };
    };
    /** @description The plan does not renew. */
    Cancellation: {
      /**
       * @description Always `cancelled`.
       * @enum {string}
       */
      status: "cancelled";
      /**
       * @description Always `end_of_period`.
       * @enum {string}
       */
      effective: "end_of_period";
      /**
       * Format: date-time
       * @description When the plan ends. Until then you keep it.
       */
      ends_at: string;
    };
    /** @description The new email address, and your password. */
    ChangeEmailRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email: string;
      /** @description The password of the account. Empty if it has none. */
      password: string;
    };
    /** @description The current and the new password. */
    ChangePasswordRequest: {
      /** @description The password of the account. Empty if it has none. */
      current_password: string;
      /**
       * @description The new password. The most common passwords are not accepted.
       * @example correct horse battery
       */
      new_password: string;
    };
    /** @description One server-sent event. `data` is sent as JSON on one line. */
    ChatEvent: {
      /**
       * @description The name of the event.
       * @constant
       */
      event: "delta";
      /** @description The data of `delta`. */
      data: {
        /** @description The next piece of the answer. */
        text: string;
      };
    } | {
      /**
       * @description The name of the event.
       * @constant
       */
      event: "attempt";
      /** @description The data of `attempt`. */
      data: components["schemas"]["Attempt"];
    } | {
      /**
       * @description The name of the event.
       * @constant
       */
      event: "result";
      /** @description The data of `result`. */
      data: components["schemas"]["ChatResult"];
    } | {
      /**
       * @description The name of the event.
       * @constant
       */
      event: "error";
      /** @description The data of `error`. */
      data: {
        /** @description The HTTP status that the error would have had. */
        status: number;
        /** @description What went wrong. */
        detail: string;
      };
    };
    /** @description How the answer is filtered, and what the response says about it. */
    ChatOptions: {
      /**
       * @description `analyze` scores the answer. `rebalance` asks the model once more if the score is below 0.4. `strict` asks up to 3 more times until the score is above 0.7.
       * @enum {string|null}
       */
      filter_mode?: ("analyze" | "rebalance" | "strict" | null) | undefined;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
      /** @description Whether the result contains the text and the loaded words of every attempt, including rejected ones. They come with the result, never before it. Default: false. */
      show_attempts?: (boolean | null) | undefined;
    };
    /** @description A conversation to continue. */
    ChatRequest: {
      /** @description The conversation, oldest message first. At most 100,000 characters in total. */
      messages: components["schemas"]["Message"][];
      /** @description A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
      model?: (string | null) | undefined;
      /**
       * @description Whether to answer with server-sent events.
       * @default false
       */
      stream?: boolean | undefined;
      /** @description How the answer is filtered, and what the response says about it. */
      svc_options?: (components["schemas"]["ChatOptions"] | null) | undefined;
    };
    /** @description The model's answer, with its score. */
    ChatResult: {
      /** @description The model's answer. */
      response: string;
      /** @description Neutrality score of the answer. Null if it could not be scored. */
      ain_score: number | null;
      /** @description The model that answered. */
      model: string;
      /** @description How the answer was scored and filtered. */
      svc_filter: components["schemas"]["FilterReport"];
      /** @description Tokens used by all attempts together. */
      usage: components["schemas"]["TokenUse"];
    };
    /** @description A language that can be checked. */
    CheckLanguage: {
      /** @description A name to show to people. */
      name: string;
      /** @description The language, for example `en`. */
      code: string;
      /** @description The code to send as `language`, for example `en-GB`. */
      longCode: string;
    };
    /** @description One match in the text. Matches of LanguageTool have every field that it sent. */
    CheckMatch: {
      /** @description The message to the writer. */
      message: string;
      /** @description A short form of the message. */
      shortMessage?: string | undefined;
      /** @description Where it starts in text and markup, in UTF-16 code units. */
      offset: number;
      /** @description How long it is, in UTF-16 code units. */
      length: number;
      /** @description Possible replacements. */
      replacements: ({
        /** @description A replacement. If empty, leave the words out. */
        value: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description The match with some text around it. */
      context: {
        /** @description The match with some text around it. */
        text: string;
        /** @description Where the match starts in this text. */
        offset: number;
        /** @description How long the match is. */
        length: number;
      } & {
        [key: string]: unknown;
      };
      /** @description The sentence it is in. */
      sentence?: string | undefined;
      /** @description How to show it. */
      type?: ({
        /** @description `Hint` for our own matches. */
        typeName: string;
      } & {
        [key: string]: unknown;
      }) | undefined;
      /** @description The rule that found it. */
      rule: {
        /** @description Which rule, for example `LOADED_LABEL`. */
        id: string;
        /** @description What the rule is about. */
        description: string;
        /** @description `style` for our own matches. */
        issueType?: string | undefined;
        /** @description The group of the rule. */
        category: {
          /** @description `NEUTRALITY` for our own matches. */
          id: string;
          /** @description A name to show to people. */
          name: string;
        } & {
          [key: string]: unknown;
        };
      } & {
        [key: string]: unknown;
      };
    } & {
      [key: string]: unknown;
    };
    /** @description A text in LanguageTool's format, as form fields. Further fields are passed on to LanguageTool or ignored. */
    CheckRequest: {
      /** @description The text to check. Either `text` or `data` is required. */
      text?: string | undefined;
      /** @description The text in pieces, as JSON: `{"annotation": [{"text": "A "}, {"markup": "<b>"}, …]}`. */
      data?: string | undefined;
      /**
       * @description `auto`, or a code such as `en-GB`. We score English; other languages are checked by LanguageTool only.
       * @default auto
       */
      language?: string | undefined;
      /** @description `picky` also shows loaded words in sentences that are neutral enough. */
      level?: string | undefined;
      /** @description Ignored: the key says who you are. */
      username?: string | undefined;
      /** @description Your API key, if the client cannot send it as a header. */
      apiKey?: string | undefined;
      /** @description Ids of rules to show, with commas between them. */
      enabledRules?: string | undefined;
      /** @description Ids of rules to hide, with commas between them. */
      disabledRules?: string | undefined;
      /** @description Ids of categories to show, with commas between them. */
      enabledCategories?: string | undefined;
      /** @description Ids of categories to hide, with commas between them. */
      disabledCategories?: string | undefined;
      /** @description `true` shows only what is enabled by its id. */
      enabledOnly?: string | undefined;
      /** @description Passed on to LanguageTool. */
      motherTongue?: string | undefined;
      /** @description Passed on to LanguageTool. */
      preferredVariants?: string | undefined;
    };
    /** @description The matches in a text, in LanguageTool's format. */
    CheckResult: {
      /** @description Who checked the text. */
      software: {
        /** @description The name of this service. */
        name: string;
        /** @description Its version. */
        version: string;
        /** @description Always 1. */
        apiVersion: number;
        /** @description Always false. */
        premium: boolean;
        /** @description Always empty. */
        status: string;
      };
      /** @description What is missing. */
      warnings: {
        /** @description Whether LanguageTool could not be reached. */
        incompleteResults: boolean;
      };
      /** @description The language of the text. */
      language: {
        /** @description The name of the language. */
        name: string;
        /** @description Its code. */
        code: string;
        /** @description The language that the text seems to be in. */
        detectedLanguage?: ({
          /** @description The name of the language. */
          name: string;
          /** @description Its code. */
          code: string;
          /** @description How sure we are, from 0 to 1. */
          confidence?: number | undefined;
        } & {
          [key: string]: unknown;
        }) | undefined;
      } & {
        [key: string]: unknown;
      };
      /** @description The matches, in the order of the text. */
      matches: components["schemas"]["CheckMatch"][];
    };
    /** @description The address of a payment page. */
    Checkout: {
      /**
       * Format: uri
       * @description Send the person to this page to pay or to confirm.
       */
      checkout_url: string;
    };
    /** @description The plan to buy. */
    CheckoutRequest: {
      /**
       * @description The plan.
       * @enum {string}
       */
      plan: "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl";
    };
    /** @description A closed allocation with its seed and receipt. */
    ClosedAllocation: {
      /**
       * Format: uuid
       * @description The id of the allocation.
       */
      id: string;
      /** @description What you called it. */
      name: string;
      /** @description The groups. */
      arms: components["schemas"]["Arm"][];
      /**
       * @description How blocks are filled.
       * @enum {string}
       */
      block: "permuted" | "equilibrium";
      /** @description The sizes that a block can have. */
      block_sizes: number[];
      /** @description SHA-256 of the seed's text, fixed when the allocation was created. */
      sha256: string;
      /**
       * @description `open` until it is closed.
       * @enum {string}
       */
      status: "open" | "closed";
      /** @description The seed. Null until the allocation is closed. */
      seed: string | null;
      /** @description SHA-256 of all arms. Null until the allocation is closed. */
      digest: string | null;
      /** @description How many people are assigned. */
      assigned: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was closed. Null until then.
       */
      closed_at: string | null;
      /** @description People in each arm, in the order of `arms`. */
      counts: number[];
      /** @description How well an allocation is balanced. */
      balance: components["schemas"]["Balance"];
      /** @description Each stratum. Without strata there is one, with an empty name. */
      strata: components["schemas"]["Stratum"][];
      /** @description A signed statement of what was drawn. Anybody can check it offline. */
      receipt: components["schemas"]["Receipt"];
    };
    /** @description A commitment to a server seed, with its receipts. */
    Commitment: {
      /**
       * Format: uuid
       * @description The id of the commitment.
       */
      id: string;
      /** @description What you called it. Anybody with the id can read it. */
      name: string;
      /** @description SHA-256 of the server seed, or of what was announced: 64 hexadecimal digits. Publish it before the draw. */
      sha256: string;
      /** @description The server seed, 64 hexadecimal digits. Null until it is revealed. */
      server_seed: string | null;
      /**
       * Format: date-time
       * @description When the commitment was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the seed was revealed. Null until then.
       */
      revealed_at: string | null;
      /** @description The round of a beacon that decides the draw. Null with a server seed. */
      seed_from: components["schemas"]["AnnouncedRound"] | null;
      /** @description How many draws it serves. Null if that is not fixed. */
      draws_max: number | null;
      /** @description How many draws were made. */
      draws: number;
      /** @description The receipt of the commitment, where the chain of receipts starts. Null for old commitments. */
      receipt: components["schemas"]["Receipt"] | null;
      /** @description Says how many draws there were, and which was the last. Null until the seed is revealed. */
      reveal_receipt: components["schemas"]["Receipt"] | null;
    };
    /** @description A new commitment. */
    CommitmentRequest: {
      /**
       * @description What it is for, up to 100 characters. Public.
       * @default
       */
      name?: string | undefined;
      /** @description How many draws it will serve, 1 to 1,000,000. With 1, nobody can draw again and choose. Signed. */
      draws_max?: number | undefined;
      /** @description Announce a round of a beacon that is not public yet, instead of making a server seed. Needs `draw`. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With `seed_from`: what will be drawn, as for `POST /draws`, without a seed. Nobody can change it later. */
      draw?: components["schemas"]["DrawRequest"] | undefined;
    };
    /** @description OpenAI's chat completion with every field that the provider sent, and a filter report. */
    Completion: {
      /** @description Identifies this answer. */
      id: string;
      /** @description When it was created, in Unix seconds. */
      created: number;
      /** @description The model that answered. */
      model: string;
      /**
       * @description Always `chat.completion`.
       * @enum {string}
       */
      object: "chat.completion";
      /** @description The answers, the most neutral one first. */
      choices: ({
        /** @description Which choice. */
        index: number;
        /** @description The answer. */
        message: {
          /**
           * @description Always `assistant`.
           * @enum {string}
           */
          role: "assistant";
          /** @description The answer. Null if the model only calls tools. */
          content?: (string | null) | undefined;
          /** @description What the model declined with. */
          refusal?: (string | null) | undefined;
          /** @description The tools that the model calls. */
          tool_calls?: {
            [key: string]: unknown;
          }[] | undefined;
        } & {
          [key: string]: unknown;
        };
        /** @description `stop` if the answer is complete, `length` if it reached a token limit, `tool_calls` if the model calls tools, `content_filter` if the provider withheld some of it. */
        finish_reason: string | null;
        /** @description The log probabilities of tokens, if you asked for them. */
        logprobs?: unknown | undefined;
      } & {
        [key: string]: unknown;
      })[];
      /** @description Tokens used by all attempts together, in OpenAI's format. */
      usage?: components["schemas"]["CompletionUsage"] | undefined;
      /** @description How the answer was scored and filtered. */
      svc_filter: components["schemas"]["FilterReport"];
    } & {
      [key: string]: unknown;
    };
    /** @description One server-sent event; the last one is `[DONE]`. */
    CompletionChunk: {
      /** @description Identifies this answer. */
      id: string;
      /** @description When it was created, in Unix seconds. */
      created: number;
      /** @description The model that answered. */
      model: string;
      /**
       * @description Always `chat.completion.chunk`.
       * @constant
       */
      object: "chat.completion.chunk";
      /** @description One piece of the answer. Empty in the last chunk, which has the usage. */
      choices: ({
        /** @description Which choice. */
        index: number;
        /** @description What this piece adds. */
        delta: {
          /**
           * @description Only in the first piece.
           * @constant
           */
          role?: "assistant" | undefined;
          /** @description The next piece of the answer. */
          content?: (string | null) | undefined;
          /** @description The tools that the model calls. */
          tool_calls?: {
            [key: string]: unknown;
          }[] | undefined;
        } & {
          [key: string]: unknown;
        };
        /** @description `stop` if the answer is complete, `length` if it reached a token limit, `tool_calls` if the model calls tools, `content_filter` if the provider withheld some of it. */
        finish_reason?: (string | null) | undefined;
        /** @description The log probabilities of tokens, if you asked for them. */
        logprobs?: unknown | undefined;
      } & {
        [key: string]: unknown;
      })[];
      /** @description Tokens used by all attempts together, in OpenAI's format. */
      usage?: (components["schemas"]["CompletionUsage"] | null) | undefined;
      /** @description How the answer was scored and filtered. */
      svc_filter?: components["schemas"]["FilterReport"] | undefined;
    } & {
      [key: string]: unknown;
    };
    /** @description A chat completion request in the format of OpenAI, with filter options. */
    CompletionRequest: {
      /** @description The conversation so far */
      messages: ({
        /**
         * @description The role of the sender
         * @enum {string}
         */
        role: "user" | "assistant" | "system" | "developer" | "tool" | "function";
        /** @description Text, or a list of parts: text, image_url, file */
        content?: (string | (({
          /**
           * @description The kind of part.
           * @enum {string}
           */
          type: "text";
          /** @description The text. */
          text: string;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of part.
           * @enum {string}
           */
          type: "refusal";
          /** @description The text with which the model declined to answer. */
          refusal: string;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of part.
           * @enum {string}
           */
          type: "image_url";
          /** @description The image. */
          image_url: {
            /** @description A data URL, or the address of the image. */
            url: string;
          } & {
            [key: string]: unknown;
          };
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of part.
           * @enum {string}
           */
          type: "file";
          /** @description The file. */
          file: {
            /** @description The file as a data URL. */
            file_data: string;
            /** @description The name of the file. */
            filename?: (string | null) | undefined;
            /** @description Refused: files are not stored; send file_data */
            file_id?: unknown | undefined;
          } & {
            [key: string]: unknown;
          };
        } & {
          [key: string]: unknown;
        }))[] | null) | undefined;
        /** @description The name of the participant */
        name?: (string | null) | undefined;
        /** @description The text with which the assistant declined to answer */
        refusal?: (string | null) | undefined;
        /** @description The tool calls in an answer of the assistant */
        tool_calls?: (({
          /** @description Identifies the call. */
          id: string;
          /**
           * @description The kind of tool.
           * @enum {string}
           */
          type?: ("function" | "custom") | undefined;
          /** @description The function that is called. */
          function?: ({
            /** @description The name of the function. */
            name: string;
            /** @description Its arguments, as JSON. */
            arguments: string;
          } & {
            [key: string]: unknown;
          }) | undefined;
        } & {
          [key: string]: unknown;
        })[] | null) | undefined;
        /** @description For the role tool: the call that this message is the result of */
        tool_call_id?: (string | null) | undefined;
        /** @description Refused: audio cannot be scored */
        audio?: unknown | undefined;
      } & {
        [key: string]: unknown;
      })[];
      /** @description A model of GET /v1/models, with an optional filter mode as a suffix, such as :strict */
      model?: (string | null) | undefined;
      /** @description Whether to answer with server-sent events */
      stream?: (boolean | null) | undefined;
      /** @description Whether a stream ends with the token counts */
      stream_options?: (({
        /** @description Whether to send the token counts at the end. */
        include_usage?: (boolean | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description Sampling temperature */
      temperature?: (number | null) | undefined;
      /** @description Nucleus sampling */
      top_p?: (number | null) | undefined;
      /** @description The maximum number of tokens in the answer (older name) */
      max_tokens?: (number | null) | undefined;
      /** @description The maximum number of tokens in the answer */
      max_completion_tokens?: (number | null) | undefined;
      /** @description Texts at which the answer ends */
      stop?: ((string | string[]) | null) | undefined;
      /** @description How many choices; the most neutral comes first */
      n?: (number | null) | undefined;
      /** @description The tools that the model can call */
      tools?: (({
        /**
         * @description The kind of tool.
         * @enum {string}
         */
        type: "function" | "custom";
        /** @description The function. */
        function?: ({
          /** @description The name of the function. */
          name: string;
        } & {
          [key: string]: unknown;
        }) | undefined;
      } & {
        [key: string]: unknown;
      })[] | null) | undefined;
      /** @description Which tool is called: none, auto, required or a named one */
      tool_choice?: unknown | undefined;
      /** @description Whether an answer can contain several tool calls */
      parallel_tool_calls?: (boolean | null) | undefined;
      /** @description text, json_object or json_schema; JSON is scored on its text values */
      response_format?: (({
        /**
         * @description The format of the answer.
         * @enum {string}
         */
        type: "text" | "json_object" | "json_schema";
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description Makes answers repeatable, as far as the provider supports it */
      seed?: (number | null) | undefined;
      /** @description Whether to return the log probabilities of the tokens */
      logprobs?: (boolean | null) | undefined;
      /** @description How many alternatives to return for each token */
      top_logprobs?: (number | null) | undefined;
      /** @description Makes individual tokens more or less likely */
      logit_bias?: ({
        [key: string]: number;
      } | null) | undefined;
      /** @description Against repetition */
      frequency_penalty?: (number | null) | undefined;
      /** @description Penalty for repeating topics */
      presence_penalty?: (number | null) | undefined;
      /** @description Your own identifier for the end user */
      user?: (string | null) | undefined;
      /** @description Your own identifier for the end user */
      safety_identifier?: (string | null) | undefined;
      /** @description Your own metadata, passed on */
      metadata?: ({
        [key: string]: unknown;
      } | null) | undefined;
      /** @description ["text"] */
      modalities?: ([
        "text"
      ] | null) | undefined;
      /** @description Text that the answer will mostly repeat */
      prediction?: unknown | undefined;
      /** @description Groups requests that start with the same text */
      prompt_cache_key?: (string | null) | undefined;
      /** @description How the provider caches prompts */
      prompt_cache_options?: unknown | undefined;
      /** @description How long the provider keeps cached prompts */
      prompt_cache_retention?: unknown | undefined;
      /** @description How much the model thinks before it answers */
      reasoning_effort?: (string | null) | undefined;
      /**
       * @description auto, default or flex
       * @enum {string|null}
       */
      service_tier?: ("auto" | "default" | "flex" | null) | undefined;
      /** @description low, medium or high */
      verbosity?: (string | null) | undefined;
      /** @description `false`: conversations are not stored. */
      store?: unknown | undefined;
      /** @description The older form of tool_choice */
      function_call?: unknown | undefined;
      /** @description The older form of tools */
      functions?: (({
        /** @description The name of the function. */
        name: string;
      } & {
        [key: string]: unknown;
      })[] | null) | undefined;
      /** @description Extension: sample from this many most likely tokens */
      top_k?: (number | null) | undefined;
      /** @description Extension: sampling */
      min_p?: (number | null) | undefined;
      /** @description Extension: penalty for repetition */
      repetition_penalty?: (number | null) | undefined;
      /** @description Extension: how reasoning is shown */
      reasoning?: unknown | undefined;
      /** @description Extension: how reasoning is shown */
      reasoning_format?: unknown | undefined;
      /** @description Extension: whether reasoning is shown */
      include_reasoning?: (boolean | null) | undefined;
      /** @description Extension: options of the chat template */
      chat_template_kwargs?: unknown | undefined;
      /** @description How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order. */
      svc_options?: (components["schemas"]["FilterOptions"] | null) | undefined;
    };
    /** @description Tokens used by all attempts together, in OpenAI's format. */
    CompletionUsage: {
      /** @description Tokens sent to the model. */
      prompt_tokens: number;
      /** @description Tokens the model wrote. */
      completion_tokens: number;
      /** @description Both together. */
      total_tokens: number;
    } & {
      [key: string]: unknown;
    };
    /** @description What to compute. */
    ComputeRequest: {
      /** @description Probability of a 1 in the source, from 0 to 1. */
      bias: number;
      /**
       * @description Bits in a block. Your plan limits it: 9 without credentials and on the free plan.
       * @default 9
       * @enum {integer}
       */
      N?: (3 | 9 | 16 | 25 | 32 | 64) | undefined;
      /**
       * @description How many samples to report. Each block and its mirror are two samples.
       * @default 1000
       */
      samples?: number | undefined;
      /** @description Makes the result repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * @description Adds `report`: more tests of the bits, with data for plots. Same price.
       * @default false
       */
      report?: boolean | undefined;
    };
    /** @description A balanced sequence and its statistics. */
    ComputeResult: {
      /** @description Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
      ain: number;
      /** @description Mean share of ones, from 0 to 1. */
      mean: number;
      /** @description Standard deviation of the share of ones. */
      std: number;
      /** @description The smallest share of ones in a sample. */
      min: number;
      /** @description The largest share of ones in a sample. */
      max: number;
      /** @description All N + 1 possible shares of ones, in ascending order. */
      histogram: components["schemas"]["HistogramBar"][];
      /** @description The mean share of ones (same as `mean`). */
      p_output: number;
      /** @description How far the mean is from 0.5. */
      deviation_from_0_5: number;
      /** @description Bits in a block. */
      N: number;
      /** @description How many samples were computed. */
      samples: number;
      /** @description The bias of the source. */
      bias: number;
      /**
       * @description `STABLE` on a working deployment. `UNSTABLE` means that its randomness fails a self-test.
       * @enum {string}
       */
      status: "STABLE" | "UNSTABLE";
      /** @description The seed that was used. Send it again to repeat the result. */
      seed: number | string;
      /** @description Which text of the definition `equilibrium/1` the result follows: 2. Results without it follow the first. */
      definition_text: number;
      /** @description SHA-256 of all bits before mirroring, as 64 hexadecimal digits. */
      digest: string;
      /** @description The first block before mirroring, as zeros and ones. */
      sequence: string;
      /** @description The standard deviation that theory predicts: 1 / (2·√N). */
      expected_std: number;
      /** @description The standard error of `std`: how far it usually is from `expected_std`. */
      std_error: number;
      /** @description Probability of a result at least this unusual if the bits before mirroring are uniform. */
      p_value: number;
      /** @description Pearson's statistic behind `p_value`. */
      chi2: number;
      /** @description Its degrees of freedom. */
      df: number;
      /** @description The biased source. */
      input: components["schemas"]["Stage"];
      /** @description The balanced blocks before mirroring. Use these to assess the balance. */
      raw: components["schemas"]["Stage"];
      /** @description More tests of the bits before mirroring. */
      report?: components["schemas"]["BatteryReport"] | undefined;
    };
    /** @description The first code from the app. */
    ConfirmSecondFactorRequest: {
      /** @description Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
      code: string;
    };
    /** @description How often bits equal the bit some places later. */
    CorrelationTest: {
      /** @description How many places later. */
      lag: number;
      /** @description −1: never equal. 0: equal as often as by chance. 1: always equal. */
      correlation: number;
      /** @description Exact two-sided p-value. */
      p_value: number;
    };
    /** @description The key to create. All fields are optional. */
    CreateApiKeyRequest: {
      /**
       * @description Where it's used, so you can recognise it later.
       * @default Default Key
       */
      name?: string | undefined;
      /**
       * @description What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests.
       * @default full
       * @enum {string}
       */
      scope?: ("full" | "compute" | "ai" | "read-only") | undefined;
      /**
       * @description The filter mode of requests with this key that do not name one. Null for the default of the deployment.
       * @enum {string|null}
       */
      filter_mode?: ("analyze" | "rebalance" | "strict" | null) | undefined;
      /**
       * Format: date-time
       * @description When the key stops working. If you leave it out, it does not expire.
       */
      expires_at?: (string | null) | undefined;
    };
    /** @description A new API key. This is the only response that contains the whole key. */
    CreatedApiKey: {
      /** @description Identifies the key. */
      id: number;
      /** @description The name you gave it. */
      name: string;
      /** @description The first characters of the key, so you can recognise it. */
      key_prefix: string;
      /**
       * @description What the key can do. `full`: everything a key can do. `compute`: the engine. `ai`: texts and models. `read-only`: GET requests.
       * @enum {string}
       */
      scope: "full" | "compute" | "ai" | "read-only";
      /**
       * @description The filter mode of requests with this key that do not name one. Null for the default of the deployment.
       * @enum {string|null}
       */
      filter_mode: "analyze" | "rebalance" | "strict" | null;
      /**
       * Format: date-time
       * @description When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it stops working. Null if it does not expire.
       */
      expires_at: string | null;
      /** @description The whole key. Store it now. */
      key: string;
    };
    /** @description A new commitment with its receipt. */
    CreatedCommitment: {
      /**
       * Format: uuid
       * @description The id of the commitment.
       */
      id: string;
      /** @description What you called it. Anybody with the id can read it. */
      name: string;
      /** @description SHA-256 of the server seed, or of what was announced: 64 hexadecimal digits. Publish it before the draw. */
      sha256: string;
      /** @description The server seed, 64 hexadecimal digits. Null until it is revealed. */
      server_seed: string | null;
      /**
       * Format: date-time
       * @description When the commitment was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the seed was revealed. Null until then.
       */
      revealed_at: string | null;
      /** @description The round of a beacon that decides the draw. Null with a server seed. */
      seed_from: components["schemas"]["AnnouncedRound"] | null;
      /** @description How many draws it serves. Null if that is not fixed. */
      draws_max: number | null;
      /** @description How many draws were made. */
      draws: number;
      /** @description A signed statement of what was drawn. Anybody can check it offline. */
      receipt: components["schemas"]["Receipt"];
    };
    /** @description What was used on one day. */
    DayUse: {
      /** @description The day (UTC), as `2026-03-31`. */
      date: string;
      /** @description Compute units used. */
      compute: number;
      /** @description AI calls used. */
      ai: number;
    };
    /** @description The health of a node without its database. */
    DegradedHealth: {
      /**
       * @description `degraded` if the database is unavailable.
       * @enum {string}
       */
      status: "ok" | "degraded";
      /** @description The version of the program. */
      version: string;
      /** @description How long this node has been running, in seconds. */
      uptime_seconds: number;
      /**
       * @description `away` if the database is unavailable.
       * @enum {string}
       */
      database: "ok" | "away";
      /** @description What is wrong, and what to do. */
      detail: string;
    };
    /** @description Confirms the deletion. */
    DeleteAccountRequest: {
      /** @description The password of the account. Empty if it has none. */
      password: string;
      /** @description Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
      code?: (string | null) | undefined;
    };
    /** @description The account is deleted. */
    DeletedAccount: {
      /**
       * @description Always `erased`.
       * @enum {string}
       */
      status: "erased";
    };
    /** @description What was drawn, and the receipt for it. */
    Draw: {
      /** @description The id of this draw. */
      id: string;
      /** @description The kind of draw. */
      kind: string;
      /** @description The numbers drawn: values, faces, or places counted from 0. */
      outcome: number[];
      /** @description What the numbers mean: values, the faces of each throw, names of options or entries. */
      values: (number | string | number[])[];
      /** @description For dice: the sum of each throw, with what is added to it. */
      totals?: number[] | undefined;
      /** @description SHA-256 of the numbers in decimal, joined by commas. */
      digest: string;
      /** @description The seed that was used, unless it is a commitment. */
      seed?: (number | string) | undefined;
      /** @description A signed statement of what was drawn. Anybody can check it offline. */
      receipt: components["schemas"]["Receipt"];
    };
    /** @description Choose among options, independently each time. */
    DrawChoice: {
      /**
       * @description A weighted choice.
       * @enum {string}
       */
      kind: "choice";
      /** @description 1 to 10,000 options: names, or names with weights. */
      options: (string | components["schemas"]["DrawOption"])[];
      /**
       * @description How many choices, 1 to 100,000.
       * @default 1
       */
      count?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description Throw dice. */
    DrawDice: {
      /**
       * @description Dice.
       * @enum {string}
       */
      kind: "dice";
      /** @description The dice of one throw, such as `3d6` or `1d20+4`: at most 1,000 dice. */
      dice: string;
      /**
       * @description How many throws, 1 to 100,000.
       * @default 1
       */
      count?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description Draw integers in a range. */
    DrawIntegers: {
      /**
       * @description Integers in a range.
       * @enum {string}
       */
      kind: "integers";
      /** @description The smallest value. */
      min: number;
      /** @description The largest value. The range must have fewer than 2^53 values. */
      max: number;
      /**
       * @description How many to draw, 1 to 100,000.
       * @default 1
       */
      count?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description An option with its weight. */
    DrawOption: {
      /** @description What the option is called, 1 to 256 characters. */
      name: string;
      /**
       * @description A whole number. The odds are exactly weight / sum of all weights, so 1 and 99 are 1 % and 99 %.
       * @default 1
       */
      weight?: number | undefined;
    };
    /** @description What to draw. The fields depend on `kind`. */
    DrawRequest: components["schemas"]["DrawIntegers"] | components["schemas"]["DrawDice"] | components["schemas"]["DrawChoice"] | components["schemas"]["DrawShuffle"] | components["schemas"]["DrawSample"] | components["schemas"]["DrawWinners"];
    /** @description Choose some of the entries, each at most once. */
    DrawSample: {
      /**
       * @description A sample without replacement.
       * @enum {string}
       */
      kind: "sample";
      /** @description What to choose from: 1 to 100,000 names. */
      entries?: string[] | undefined;
      /** @description Instead of entries: how many there are, up to 1,000,000. */
      size?: number | undefined;
      /**
       * @description How many to choose, at most as many as there are.
       * @default 1
       */
      count?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description Put entries in a random order. */
    DrawShuffle: {
      /**
       * @description A random order.
       * @enum {string}
       */
      kind: "shuffle";
      /** @description What to shuffle: 1 to 100,000 names. */
      entries?: string[] | undefined;
      /** @description Instead of entries: how many there are, up to 100,000. */
      size?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description Draw winners from a list of names. */
    DrawWinners: {
      /**
       * @description Winners from a list.
       * @enum {string}
       */
      kind: "winners";
      /** @description 1 to 100,000 different names. If somebody has several tickets, number them. */
      entries: string[];
      /**
       * @description How many winners, at most as many as there are names.
       * @default 1
       */
      count?: number | undefined;
      /** @description Makes the draw repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
      /**
       * Format: uuid
       * @description The id of a commitment to draw from, instead of a seed.
       */
      commitment?: string | undefined;
      /** @description With a commitment: a text that you or the players choose, 1 to 128 characters. */
      client_seed?: string | undefined;
      /** @description A round of a public beacon, which nobody can choose or know in advance. */
      seed_from?: components["schemas"]["BeaconRound"] | undefined;
      /** @description With a commitment: the number of the draw. Nonces are used in order: 0, 1, 2. */
      nonce?: number | undefined;
    };
    /** @description The email address is confirmed. */
    EmailVerified: {
      /**
       * @description Always `verified`.
       * @enum {string}
       */
      status: "verified";
    };
    /** @description Embeddings in OpenAI's format, with every field that the provider sent. */
    EmbeddingsAnswer: {
      /** @description The embeddings, in the order of the input. */
      data: {
        [key: string]: unknown;
      }[];
    } & {
      [key: string]: unknown;
    };
    /** @description A request for embeddings in OpenAI's format, passed on unchanged. */
    EmbeddingsRequest: {
      /** @description What to embed: a text, or a list of texts. */
      input: string | string[] | number[] | number[][];
      /** @description An embedding model of the provider. */
      model: string;
      /** @description How many numbers each embedding has. */
      dimensions?: (number | null) | undefined;
      /**
       * @description How the numbers are written.
       * @enum {string|null}
       */
      encoding_format?: ("float" | "base64" | null) | undefined;
      /** @description Your own identifier for the end user. */
      user?: (string | null) | undefined;
    };
    /** @description The session is over. */
    EndedSession: {
      /** @description The session. */
      id: string;
      /**
       * @description Always `ended`.
       * @enum {string}
       */
      status: "ended";
    };
    /**
     * @description An error. Every error of the API has this form.
     * @example {
     *     "detail": "N=32 exceeds the maximum N=9 of the free plan"
     *   }
     */
    Error: {
      /** @description What went wrong, and what you can do about it. */
      detail: string;
    };
    /** @description The event was handled. */
    EventReceived: {
      /**
       * @description Always true.
       * @enum {boolean}
       */
      received: true;
    };
    /** @description Words that moved the score. */
    Evidence: {
      /** @description Where it starts in the text, in UTF-16 code units. */
      start: number;
      /** @description Where it ends in the text (exclusive), in UTF-16 code units. */
      end: number;
      /** @description The words. */
      text: string;
      /**
       * @description What kind of loaded wording it is.
       * @enum {string}
       */
      kind: "loaded" | "generalisation" | "flagged" | "intensifier" | "absolutist" | "label" | "doubt" | "editorial" | "peacock" | "report" | "loaded_verb" | "obligation" | "superlative" | "hedge" | "insult" | "praise" | "fear";
      /**
       * @description Which way the words lean.
       * @enum {string}
       */
      direction: "positive" | "negative" | "neutral";
      /** @description How much they moved the score of their sentence, on the logit scale. */
      weight: number;
      /** @description A neutral alternative. If empty, leave the words out. */
      suggestion?: string | undefined;
    };
    /** @description How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order. */
    FilterOptions: {
      /**
       * @description `analyze` scores the answer. `rebalance` asks the model once more if the score is below 0.4. `strict` asks up to 3 more times until the score is above 0.7.
       * @enum {string|null}
       */
      filter_mode?: ("analyze" | "rebalance" | "strict" | null) | undefined;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
    };
    /** @description How the answer was scored and filtered. */
    FilterReport: {
      /** @description Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
      ain_score: number | null;
      /** @description Whether the answer is certified: its score is at least 0.7. */
      svc_certified: boolean;
      /** @description Which way the wording leans. Null if it could not be scored. */
      bias_direction: string | null;
      /** @description Shares of words, each from 0 to 1. A loaded word can also be positive or negative. */
      word_ratios: components["schemas"]["WordRatios"] | null;
      /**
       * @description `analyze` scores the answer. `rebalance` asks the model once more if the score is below 0.4. `strict` asks up to 3 more times until the score is above 0.7.
       * @enum {string}
       */
      filter_mode: "analyze" | "rebalance" | "strict";
      /** @description Whether the answer met the filter mode. If not, it is the best of all attempts. */
      passed: boolean;
      /** @description Every attempt, in order. */
      attempts: components["schemas"]["Attempt"][];
      /** @description Version of the scoring model. */
      model_version: string | null;
      /** @description Language of the answer. Null if it could not be scored. */
      language: string | null;
      /**
       * @description Why the answer cannot be certified. `no_text` and `unsupported_language`: it has no score that means anything, and there is no further attempt. `insufficient_text`: it is short, and is retried by its score.
       * @enum {string}
       */
      reason?: ("insufficient_text" | "unsupported_language" | "no_text") | undefined;
      /** @description The score of every choice, if you asked for several. */
      choices?: {
        /** @description Which choice. */
        index: number;
        /** @description Neutrality score of the answer, from 0 (loaded) to 1 (neutral). Null if it could not be scored. */
        ain_score: number | null;
      }[] | undefined;
    };
    /** @description A word or a phrase to point out. */
    FlaggedWord: {
      /** @description The word or phrase. Case does not matter; other forms of a word are different words. */
      word: string;
      /** @description What to write instead. If empty, leave the word out. */
      suggestion?: string | undefined;
    };
    /** @description Who forgot the password. */
    ForgotPasswordRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email: string;
    };
    /** @description The health of this node. */
    Health: {
      /**
       * @description `degraded` if the database is unavailable.
       * @enum {string}
       */
      status: "ok" | "degraded";
      /** @description The version of the program. */
      version: string;
      /** @description How long this node has been running, in seconds. */
      uptime_seconds: number;
      /**
       * @description `away` if the database is unavailable.
       * @enum {string}
       */
      database: "ok" | "away";
    };
    /** @description How many samples have one exact value. */
    HistogramBar: {
      /** @description The share of ones in a block: 0/N, 1/N … N/N. */
      value: number;
      /** @description How many samples have this share. */
      count: number;
    };
    /** @description Somebody at an identity provider who can sign in to the account. */
    Identity: {
      /** @description Identifies the identity. */
      id: string;
      /** @description The address of the identity provider. */
      issuer: string;
      /** @description The email address at the provider. Null if it is not known. */
      email: string | null;
      /**
       * Format: date-time
       * @description When it was connected.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was last used to sign in. Null if never.
       */
      last_used_at: string | null;
    };
    /** @description The identity can no longer sign in, and all other sessions are over. */
    IdentityRemoved: {
      /** @description The identity. */
      id: string;
      /**
       * @description Always `removed`.
       * @enum {string}
       */
      status: "removed";
    };
    /** @description What an invitation is for. */
    Invitation: {
      /** @description The only email address that can accept it. Null if any address can. */
      email: string | null;
      /**
       * @description The role that the account gets.
       * @enum {string}
       */
      role: "member" | "administrator";
      /** @description The plan that the account gets. Null if it keeps its own. `GET /plans` lists those on offer. */
      plan: string | null;
      /**
       * Format: date-time
       * @description When that plan ends. Null if it has no end date.
       */
      plan_ends_at: string | null;
      /**
       * Format: date-time
       * @description Until when the invitation can be accepted.
       */
      expires_at: string;
    };
    /** @description How much one key was used this month. */
    KeyUse: {
      /** @description The key. */
      id: number;
      /** @description The name of the key. */
      name: string;
      /** @description Metered requests with this key this month. */
      calls: number;
      /** @description Tokens of the models that were asked with this key. */
      tokens: components["schemas"]["ModelTokens"];
    };
    /** @description An allocation in a list. */
    ListedAllocation: {
      /**
       * Format: uuid
       * @description The id of the allocation.
       */
      id: string;
      /** @description What you called it. */
      name: string;
      /** @description The groups. */
      arms: components["schemas"]["Arm"][];
      /**
       * @description How blocks are filled.
       * @enum {string}
       */
      block: "permuted" | "equilibrium";
      /** @description The sizes that a block can have. */
      block_sizes: number[];
      /** @description SHA-256 of the seed's text, fixed when the allocation was created. */
      sha256: string;
      /**
       * @description `open` until it is closed.
       * @enum {string}
       */
      status: "open" | "closed";
      /** @description The seed. Null until the allocation is closed. */
      seed: string | null;
      /** @description SHA-256 of all arms. Null until the allocation is closed. */
      digest: string | null;
      /** @description How many people are assigned. */
      assigned: number;
      /**
       * Format: date-time
       * @description When it was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was closed. Null until then.
       */
      closed_at: string | null;
    };
    /** @description A commitment to a server seed, in a list. */
    ListedCommitment: {
      /**
       * Format: uuid
       * @description The id of the commitment.
       */
      id: string;
      /** @description What you called it. Anybody with the id can read it. */
      name: string;
      /** @description SHA-256 of the server seed, or of what was announced: 64 hexadecimal digits. Publish it before the draw. */
      sha256: string;
      /** @description The server seed, 64 hexadecimal digits. Null until it is revealed. */
      server_seed: string | null;
      /**
       * Format: date-time
       * @description When the commitment was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the seed was revealed. Null until then.
       */
      revealed_at: string | null;
      /** @description The round of a beacon that decides the draw. Null with a server seed. */
      seed_from: components["schemas"]["AnnouncedRound"] | null;
      /** @description How many draws it serves. Null if that is not fixed. */
      draws_max: number | null;
    };
    /** @description A request of LiteLLM's generic guardrail API. Fields that are not listed here are ignored. */
    LitellmGuardrailRequest: {
      /** @description The texts to score: at most 100, with at most 200,000 characters together. */
      texts?: (string[] | null) | undefined;
      /**
       * @description Whether these are prompts or answers.
       * @enum {string|null}
       */
      input_type?: ("request" | "response" | null) | undefined;
      /** @description The settings of this guardrail in the configuration of LiteLLM. */
      additional_provider_specific_params?: ({
        /** @description Texts with a lower neutrality score are blocked. Default: 0.4. */
        min_score?: (number | null) | undefined;
        /**
         * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
         * @enum {string|null}
         */
        tier?: ("default" | "fast" | null) | undefined;
        /**
         * @description `neutralise` applies our suggestions to loaded texts, and blocks them only if that is not enough.
         * @enum {string|null}
         */
        on_loaded?: ("block" | "neutralise" | null) | undefined;
      } | null) | undefined;
    };
    /** @description What LiteLLM does with the texts. */
    LitellmGuardrailResult: {
      /**
       * @description `NONE` lets the texts pass.
       * @enum {string}
       */
      action: "NONE" | "BLOCKED" | "GUARDRAIL_INTERVENED";
      /** @description Why the texts were blocked. */
      blocked_reason?: string | undefined;
      /** @description The texts to continue with, if they were changed. */
      texts?: string[] | undefined;
    };
    /** @description One message of a conversation. */
    Message: {
      /**
       * @description The role of the sender. The last message of a conversation must not be from the assistant.
       * @enum {string}
       */
      role: "user" | "assistant" | "system";
      /** @description The text. */
      content: string;
    };
    /** @description Anthropic's message with every field that the provider sent, and a filter report. */
    MessagesAnswer: {
      /** @description Identifies this answer. */
      id: string;
      /**
       * @description Always `message`.
       * @enum {string}
       */
      type: "message";
      /**
       * @description Always `assistant`.
       * @enum {string}
       */
      role: "assistant";
      /** @description The model that answered. */
      model: string;
      /** @description The answer, in blocks. */
      content: ({
        /** @description `text`, `tool_use` or `thinking`. */
        type: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description Why the answer ended. */
      stop_reason: string | null;
      /** @description The text that ended it, if one did. */
      stop_sequence?: (string | null) | undefined;
      /** @description Tokens used by all attempts together. */
      usage?: {
        [key: string]: unknown;
      } | undefined;
      /** @description How the answer was scored and filtered. */
      svc_filter: components["schemas"]["FilterReport"];
    } & {
      [key: string]: unknown;
    };
    /** @description The data of one server-sent event, with a filter report in `message_delta`. */
    MessagesEvent: {
      /** @description The name of the event, also in `event:`. */
      type: string;
      /** @description How the answer was scored and filtered. */
      svc_filter?: components["schemas"]["FilterReport"] | undefined;
    } & {
      [key: string]: unknown;
    };
    /** @description A request in Anthropic's format, with filter options. */
    MessagesRequest: {
      /** @description The conversation, oldest message first. At most 100,000 characters in total. */
      messages: ({
        /**
         * @description The role of the sender.
         * @enum {string}
         */
        role: "user" | "assistant";
        /** @description Text, or a list of blocks. */
        content: string | (({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "text";
          /** @description The text. */
          text: string;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "image";
          /** @description The image. */
          source: ({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "base64";
            /**
             * @description The format of the image.
             * @enum {string}
             */
            media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
            /** @description The content, in base64. */
            data: string;
          } & {
            [key: string]: unknown;
          }) | ({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "url";
            /** @description The address of the image. */
            url: string;
          } & {
            [key: string]: unknown;
          });
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "document";
          /** @description The document. */
          source: ({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "base64";
            /**
             * @description The format of the document.
             * @enum {string}
             */
            media_type: "application/pdf";
            /** @description The content, in base64. */
            data: string;
          } & {
            [key: string]: unknown;
          }) | ({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "text";
            /** @description The text of the document. */
            data: string;
          } & {
            [key: string]: unknown;
          });
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "tool_result";
          /** @description The id of the call that this is the result of. */
          tool_use_id: string;
          /** @description The result. */
          content?: ((string | (({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "text";
            /** @description The text. */
            text: string;
          } & {
            [key: string]: unknown;
          }) | ({
            /**
             * @description The kind of block or source.
             * @enum {string}
             */
            type: "image";
            /** @description The image. */
            source: ({
              /**
               * @description The kind of block or source.
               * @enum {string}
               */
              type: "base64";
              /**
               * @description The format of the image.
               * @enum {string}
               */
              media_type: "image/png" | "image/jpeg" | "image/gif" | "image/webp";
              /** @description The content, in base64. */
              data: string;
            } & {
              [key: string]: unknown;
            }) | ({
              /**
               * @description The kind of block or source.
               * @enum {string}
               */
              type: "url";
              /** @description The address of the image. */
              url: string;
            } & {
              [key: string]: unknown;
            });
          } & {
            [key: string]: unknown;
          }))[]) | null) | undefined;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "tool_use";
          /** @description Identifies the call. */
          id: string;
          /** @description The tool that is called. */
          name: string;
          /** @description Its input. */
          input: unknown;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "thinking";
          /** @description What the model thought. */
          thinking: string;
        } & {
          [key: string]: unknown;
        }) | ({
          /**
           * @description The kind of block or source.
           * @enum {string}
           */
          type: "redacted_thinking";
          /** @description What the model thought, encrypted. */
          data: string;
        } & {
          [key: string]: unknown;
        }))[];
      } & {
        [key: string]: unknown;
      })[];
      /** @description A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
      model?: (string | null) | undefined;
      /** @description The most tokens the answer can have. */
      max_tokens: number;
      /** @description Instructions for the whole conversation. */
      system?: ((string | ({
        /**
         * @description The kind of block or source.
         * @enum {string}
         */
        type: "text";
        /** @description The text. */
        text: string;
      } & {
        [key: string]: unknown;
      })[]) | null) | undefined;
      /** @description Whether to answer with server-sent events. */
      stream?: (boolean | null) | undefined;
      /** @description Sampling temperature, passed on to the model. */
      temperature?: (number | null) | undefined;
      /** @description Nucleus sampling, passed on to the model. */
      top_p?: (number | null) | undefined;
      /** @description Sample from this many most likely tokens, passed on to the model. */
      top_k?: (number | null) | undefined;
      /** @description Texts that end the answer. */
      stop_sequences?: (string[] | null) | undefined;
      /** @description Your end user. */
      metadata?: (({
        /** @description Your own identifier for the end user. */
        user_id?: (string | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description The tools that the model can call. */
      tools?: (({
        /**
         * @description `custom`, or absent.
         * @enum {string|null}
         */
        type?: ("custom" | null) | undefined;
        /** @description The name of the tool. */
        name: string;
        /** @description The JSON schema of its input. */
        input_schema: {
          [key: string]: unknown;
        };
      } & {
        [key: string]: unknown;
      })[] | null) | undefined;
      /** @description Which tool the model calls. */
      tool_choice?: (({
        /**
         * @description How the tool is chosen.
         * @enum {string}
         */
        type: "auto" | "any" | "tool" | "none";
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description Whether the model shows its thinking. */
      thinking?: (({
        /** @description Whether thinking is on. */
        type: string;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description The format of the answer, and how long to think. */
      output_config?: ({
        [key: string]: unknown;
      } | null) | undefined;
      /**
       * @description `auto` or `standard_only`.
       * @enum {string|null}
       */
      service_tier?: ("auto" | "standard_only" | null) | undefined;
      /** @description How the provider caches the prompt. */
      cache_control?: unknown | undefined;
      /** @description How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order. */
      svc_options?: (components["schemas"]["FilterOptions"] | null) | undefined;
    };
    /** @description How much of one quota is used this month. */
    MeterUse: {
      /** @description What was used this month, from the allowance and from the balance. */
      used: number;
      /** @description The allowance of the plan for this month. Null if unlimited. */
      limit: number | null;
      /** @description What you can still use: the rest of the allowance plus your purchased balance. Null if unlimited. */
      remaining: number | null;
      /** @description What is left of the allowance alone. Null if unlimited. */
      included_remaining: number | null;
    };
    /** @description A model, with the fields of OpenAI's format and of Anthropic's. */
    Model: {
      /** @description The name to send as `model`. */
      id: string;
      /**
       * @description Always `model`.
       * @enum {string}
       */
      object: "model";
      /** @description When this deployment started, in Unix seconds. */
      created: number;
      /** @description The AI provider that serves it. */
      owned_by: string;
      /**
       * @description Always `model`.
       * @enum {string}
       */
      type: "model";
      /** @description A name to show to people. */
      display_name: string;
      /**
       * Format: date-time
       * @description When this deployment started.
       */
      created_at: string;
      /** @description What its tokens cost this deployment, if it says so. */
      price?: {
        /** @description For a million tokens sent to the model. */
        input: number;
        /** @description For a million tokens that the model wrote. */
        output: number;
        /**
         * @description Always `EUR`.
         * @enum {string}
         */
        currency: "EUR";
      } | undefined;
    };
    /** @description The models that you can use. */
    ModelList: {
      /**
       * @description Always `list`.
       * @enum {string}
       */
      object: "list";
      /** @description The models, the default first. */
      data: components["schemas"]["Model"][];
      /** @description Always false: the list is complete. */
      has_more: boolean;
      /** @description The name of the first model. */
      first_id: string | null;
      /** @description The name of the last model. */
      last_id: string | null;
    };
    /** @description Tokens that models used this month. They do not count towards a quota. */
    ModelTokens: {
      /** @description Tokens sent to models. */
      input: number;
      /** @description Tokens that models wrote. */
      output: number;
      /** @description What they cost this deployment, in euros. Null if no price is configured for the models. */
      cost_eur: number | null;
    };
    /** @description The result for every input, in OpenAI's format. */
    Moderation: {
      /** @description Identifies this response. */
      id: string;
      /** @description Version of the scoring model. */
      model: string;
      /** @description One result for each input, in order. */
      results: components["schemas"]["ModerationResult"][];
    };
    /** @description A request for moderation in OpenAI's format. */
    ModerationRequest: {
      /** @description What to score: a text, a list of texts, or the parts of one message. Parts that are images are not scored. */
      input: string | string[] | ({
        /**
         * @description A text.
         * @enum {string}
         */
        type: "text";
        /** @description The text. */
        text: string;
      } | {
        /**
         * @description An image.
         * @enum {string}
         */
        type: "image_url";
        /** @description Where it is. It is not scored. */
        image_url: {
          [key: string]: unknown;
        };
      })[];
      /** @description Accepted and ignored: there is one scoring model. */
      model?: (string | null) | undefined;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
    };
    /** @description The result for one input. */
    ModerationResult: {
      /** @description Whether the wording is biased: the neutrality score is below 0.4. */
      flagged: boolean;
      /** @description One flag per category. */
      categories: {
        /** @description The same as `flagged`. */
        bias: boolean;
      };
      /** @description One score per category. */
      category_scores: {
        /** @description 1 minus the neutrality score (AIN), from 0 to 1. */
        bias: number;
      };
      /** @description The kinds of input behind each score. */
      category_applied_input_types: {
        /** @description Always `["text"]`. */
        bias: "text"[];
      };
    };
    /** @description What was used in one month. */
    MonthUse: {
      /** @description The month (UTC), as `2026-03`. */
      month: string;
      /** @description Units used, by quota. */
      endpoints: {
        /** @description Compute units. */
        compute: number;
        /** @description Chats. */
        "ai/chat": number;
        /** @description Text analyses. */
        "ai/analyze": number;
        /** @description Requests with your own provider key. */
        "ai/proxy": number;
      };
      /** @description Keys that were used in this month. */
      keys: {
        /** @description The key. */
        id: number;
        /** @description The name of the key. */
        name: string;
        /** @description Metered requests with this key. */
        calls: number;
      }[];
    };
    /** @description A text to make neutral. */
    NeutraliseRequest: {
      /** @description The text to score. Characters are Unicode code points. */
      text: string;
      /**
       * @description `suggestions` applies our own suggestions to the text. `model` then lets this deployment's model rewrite the loaded words that are left, and nothing else.
       * @default suggestions
       * @enum {string}
       */
      mode?: ("suggestions" | "model") | undefined;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
      /** @description Words and phrases to accept: they are not evidence and do not count towards the score. At most 200. */
      ignore?: (string[] | null) | undefined;
      /** @description Your own words and phrases to point out, as evidence of the kind `flagged`. At most 200. */
      flag?: (components["schemas"]["FlaggedWord"][] | null) | undefined;
    };
    /** @description The edited text, what changed, and the score before and after. */
    NeutralisedText: {
      /** @description The edited text. */
      text: string;
      /** @description Every change, in order. Applied to your text from the last to the first, they give `text`. */
      changes: components["schemas"]["TextChange"][];
      /** @description The score of your text. */
      before: components["schemas"]["TextScore"];
      /** @description The score of the edited text. */
      after: components["schemas"]["TextScore"];
      /** @description How many pieces of evidence the edited text still has. */
      evidence_left: number;
      /** @description Whether the text contains words of the model. */
      rewritten: boolean;
      /** @description How often the model was asked, at most 3. */
      attempts: number;
      /** @description The model that was asked. Null if none was. */
      model: string | null;
      /** @description Version of the scoring model. */
      model_version: string;
    };
    /** @description Which emails you get. */
    NoticeChoices: {
      /** @description When you have used 80 % and 100 % of an allowance, once a month for each. */
      usage: boolean;
      /** @description Before an API key expires, once for each key. */
      key_expiry: boolean;
      /** @description When the payment for your plan fails, once for each period. */
      failed_renewal: boolean;
      /** @description When somebody signs in from a network that you have not used before. */
      sign_in: boolean;
    };
    /** @description Emails about your account, and whether this deployment can send them. */
    Notices: {
      /** @description False if this deployment sends no emails. */
      available: boolean;
      /** @description Which emails you get. */
      notices: components["schemas"]["NoticeChoices"];
    };
    /** @description An error in OpenAI's format, as its clients expect it, in addition to our own `detail`. */
    OpenAIError: {
      /** @description What went wrong. For status 422, a list of every invalid field. */
      detail: string | components["schemas"]["ValidationIssue"][];
      /** @description The same error in OpenAI's format. */
      error: {
        /** @description What went wrong, as one text. */
        message: string;
        /**
         * @description OpenAI's name for the kind of error.
         * @example insufficient_quota
         */
        type: string;
        /**
         * @description Our name for the kind of error.
         * @example quota_spent
         */
        code: string;
        /** @description Always null. */
        param: null;
      };
    };
    /** @description The password is changed. */
    PasswordChanged: {
      /**
       * @description Always `changed`.
       * @enum {string}
       */
      status: "changed";
    };
    /** @description If the address has an account, an email is on its way. */
    PasswordResetRequested: {
      /**
       * @description Always `sent`, whether or not the address has an account.
       * @enum {string}
       */
      status: "sent";
    };
    /** @description One payment. */
    Payment: {
      /** @description Identifies the payment. */
      id: string;
      /**
       * Format: date-time
       * @description When it was made.
       */
      date: string;
      /** @description What it was for. */
      description: string;
      /** @description The amount, in euros. */
      amount_eur: number;
      /** @description How much of it was refunded, in euros. */
      refunded_eur: number;
      /**
       * @description The state of the payment.
       * @enum {string}
       */
      status: "paid" | "pending" | "failed" | "refunded" | "partially_refunded" | "disputed";
      /** @description The receipt or invoice. Null if there is none. */
      receipt_url: string | null;
    };
    /** @description A plan and its limits. */
    Plan: {
      /** @description Identifies the plan. `GET /plans` lists those on offer. */
      id: string;
      /** @description Price for a month, in euros. */
      price_eur: number;
      /** @description The largest N. */
      max_n: number;
      /** @description Compute units included in a month. Null means unlimited, 0 means not included. */
      compute: number | null;
      /** @description Requests to `/ai/chat` included in a month. Null means unlimited, 0 means not included. */
      ai_chat: number | null;
      /** @description Text analyses included in a month. Null means unlimited, 0 means not included. */
      ai_analyze: number | null;
      /** @description Requests to `/ai/proxy` included in a month. Null means unlimited, 0 means not included. */
      ai_proxy: number | null;
      /** @description How many API keys you can have. */
      keys: number;
      /** @description The rate limit. */
      requests_per_minute: number;
    };
    /** @description Everything you can buy, and what you can do without an account. */
    Plans: {
      /** @description The plans, smallest first. */
      plans: components["schemas"]["Plan"][];
      /** @description The top-ups, smallest first. */
      topups: components["schemas"]["TopupOffer"][];
      /** @description What anonymous callers can do. */
      anonymous: {
        /** @description The largest N without credentials. */
        max_n: number;
        /** @description The rate limit for an IP address without credentials. */
        requests_per_minute: number;
      };
    };
    /** @description The address of the page to manage payments. */
    Portal: {
      /**
       * Format: uri
       * @description Send the person to this page.
       */
      portal_url: string;
    };
    /** @description A request of Portkey's guardrail webhook. Fields that are not listed here are ignored. */
    PortkeyGuardrailRequest: {
      /** @description The prompt. */
      request?: (({
        /** @description The text to score. */
        text?: (string | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description The answer, in hooks that run after the request. */
      response?: (({
        /** @description The text to score. */
        text?: (string | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description `beforeRequestHook` or `afterRequestHook`. Decides which text is scored. */
      eventType?: (string | null) | undefined;
    };
    /** @description The answer that Portkey's webhook expects. */
    PortkeyGuardrailResult: {
      /** @description Whether the request or the answer can pass. */
      verdict: boolean;
      /** @description Shown in the logs of Portkey. */
      data: {
        /** @description Why. */
        reason: string;
        /** @description Neutrality score, from 0 to 1. */
        ain_score?: number | undefined;
        /** @description Which way the wording leans. */
        bias_direction?: string | undefined;
        /** @description The words that moved the score most. */
        words?: string[] | undefined;
      };
    };
    /** @description One place of the blocks. */
    PositionTest: {
      /** @description The place in a block, counted from 0. */
      position: number;
      /** @description The share of blocks with a one at this place. */
      share: number;
      /** @description Exact two-sided p-value. */
      p_value: number;
    };
    /** @description An AI provider of this deployment. */
    ProviderInfo: {
      /** @description Its name in `/ai/proxy`. */
      name: string;
      /** @description The name to show to people. */
      label: string;
      /** @description Whether its answers are canned, without asking a model. */
      simulated: boolean;
    };
    /** @description A conversation to continue, and the provider key to use. */
    ProxyRequest: {
      /**
       * @description Which AI provider to ask. `GET /brand` lists them.
       * @enum {string}
       */
      provider: "provider_a" | "provider_b" | "provider_c";
      /** @description Your own key for this provider. We use it for this request only; we neither store nor log it. */
      user_api_key: string;
      /** @description The conversation, oldest message first. At most 100,000 characters in total. */
      messages: components["schemas"]["Message"][];
      /** @description A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
      model?: (string | null) | undefined;
      /**
       * @description Whether to answer with server-sent events.
       * @default false
       */
      stream?: boolean | undefined;
      /** @description How the answer is filtered, and what the response says about it. */
      svc_options?: (components["schemas"]["ChatOptions"] | null) | undefined;
    };
    /** @description A signed statement of what was drawn. Anybody can check it offline. */
    Receipt: {
      /**
       * @description The format of the receipt, and which text of it.
       * @enum {string}
       */
      type: "equipoise-receipt/1" | "equipoise-receipt/2";
      /**
       * @description What the receipt is about.
       * @enum {string}
       */
      subject: "draw" | "commitment" | "reveal" | "assignment" | "allocation";
      /** @description The id of the draw, commitment, assignment or allocation. */
      id: string;
      /**
       * Format: date-time
       * @description When the receipt was issued.
       */
      issued_at: string;
      /** @description The address of the service. */
      issuer: string;
      /**
       * @description The definition that the outcome follows.
       * @enum {string}
       */
      version: "outcomes/1" | "allocation/1";
      /** @description Everything that determines the outcome. */
      settings: {
        [key: string]: unknown;
      };
      /** @description SHA-256 of the outcome, as 64 hexadecimal digits. */
      digest: string;
      /** @description The Ed25519 key that signed it, in base64url. */
      public_key: string;
      /** @description The Ed25519 signature, in base64url. */
      signature: string;
    };
    /** @description Recovery codes. Each works once instead of a code from the app. */
    RecoveryCodes: {
      /** @description Keep them in a safe place. */
      recovery_codes: string[];
    };
    /** @description Confirms who you are. */
    RemoveIdentityRequest: {
      /** @description The password of the account. Empty if it has none. */
      password: string;
    };
    /** @description Confirms who you are. */
    RemoveSecondFactorRequest: {
      /** @description The password of the account. Empty if it has none. */
      password: string;
      /** @description Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
      code: string;
    };
    /** @description The new name of the key. */
    RenameApiKeyRequest: {
      /** @description Where it's used, so you can recognise it. */
      name: string;
    };
    /** @description The token from the email, and the new password. */
    ResetPasswordRequest: {
      /** @description The token from the link in the email. */
      token: string;
      /**
       * @description The new password. The most common passwords are not accepted.
       * @example correct horse battery
       */
      password: string;
      /** @description Whether to revoke all your API keys as well. If you leave it out, they still work, unless the address was not confirmed before. */
      revoke_api_keys?: (boolean | null) | undefined;
    };
    /** @description An answer in the format of OpenAI's Responses, with a filter report. */
    ResponsesAnswer: {
      /** @description Identifies this answer. */
      id: string;
      /**
       * @description Always `response`.
       * @enum {string}
       */
      object: "response";
      /** @description When it was created, in Unix seconds. */
      created_at: number;
      /**
       * @description `incomplete` if the answer was cut off.
       * @enum {string}
       */
      status: "completed" | "incomplete";
      /** @description The model that answered. */
      model: string;
      /** @description The answer, in items. */
      output: ({
        /** @description `message`, `function_call` or `reasoning`. */
        type: string;
      } & {
        [key: string]: unknown;
      })[];
      /** @description Tokens used by all attempts together. Null if not reported. */
      usage: {
        [key: string]: unknown;
      } | null;
      /**
       * @description Always false: nothing is stored.
       * @enum {boolean}
       */
      store: false;
      /** @description How the answer was scored and filtered. */
      svc_filter: components["schemas"]["FilterReport"];
    } & {
      [key: string]: unknown;
    };
    /** @description The data of one server-sent event. `response.completed` has the whole response and the filter report. */
    ResponsesEvent: {
      /** @description The name of the event, also in `event:`. */
      type: string;
      /** @description Counts the events from 0. */
      sequence_number: number;
    } & {
      [key: string]: unknown;
    };
    /** @description A request in the format of OpenAI's Responses, with filter options. */
    ResponsesRequest: {
      /** @description The conversation: text, or a list of messages, function calls and their outputs. */
      input: string | {
        [key: string]: unknown;
      }[];
      /** @description A model of the provider, by the provider's own name. If you leave it out, the default model answers. */
      model?: (string | null) | undefined;
      /** @description Instructions for the whole conversation. */
      instructions?: (string | null) | undefined;
      /** @description Whether to answer with server-sent events. */
      stream?: (boolean | null) | undefined;
      /** @description Options of a stream. */
      stream_options?: unknown | undefined;
      /** @description Sampling temperature, passed on to the model. */
      temperature?: (number | null) | undefined;
      /** @description Nucleus sampling, passed on to the model. */
      top_p?: (number | null) | undefined;
      /** @description The most tokens the answer can have. */
      max_output_tokens?: (number | null) | undefined;
      /** @description Functions that the model can call. */
      tools?: (({
        /** @description The kind of tool. */
        type: string;
      } & {
        [key: string]: unknown;
      })[] | null) | undefined;
      /** @description Which function the model calls. */
      tool_choice?: unknown | undefined;
      /** @description Whether an answer can contain several tool calls. */
      parallel_tool_calls?: (boolean | null) | undefined;
      /** @description The format of the answer. */
      text?: (({
        /** @description The format. */
        format?: (({
          /** @description The format of the answer. */
          type: string;
        } & {
          [key: string]: unknown;
        }) | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description How much the model thinks before it answers. */
      reasoning?: (({
        /** @description How much effort the model makes. */
        effort?: (string | null) | undefined;
      } & {
        [key: string]: unknown;
      }) | null) | undefined;
      /** @description How many alternatives of each token. */
      top_logprobs?: (number | null) | undefined;
      /** @description Further parts of the answer. */
      include?: (("message.output_text.logprobs" | "reasoning.encrypted_content")[] | null) | undefined;
      /** @description Your own metadata, returned with the answer. */
      metadata?: ({
        [key: string]: unknown;
      } | null) | undefined;
      /** @description Your own identifier for the end user. */
      user?: (string | null) | undefined;
      /** @description Your own identifier for the end user. */
      safety_identifier?: (string | null) | undefined;
      /** @description Groups requests that start with the same text. */
      prompt_cache_key?: (string | null) | undefined;
      /** @description How the provider caches prompts. */
      prompt_cache_options?: unknown | undefined;
      /** @description How long the provider keeps cached prompts. */
      prompt_cache_retention?: unknown | undefined;
      /**
       * @description `auto`, `default` or `flex`.
       * @enum {string|null}
       */
      service_tier?: ("auto" | "default" | "flex" | null) | undefined;
      /**
       * @description `disabled`: the whole conversation is passed on.
       * @enum {string|null}
       */
      truncation?: ("disabled" | null) | undefined;
      /** @description `false`: nothing is stored. */
      store?: unknown | undefined;
      /** @description `false`: answers come at once. */
      background?: unknown | undefined;
      /** @description How the answer is filtered. If you leave it out, the header, the suffix of the model, the API key and the deployment decide, in this order. */
      svc_options?: (components["schemas"]["FilterOptions"] | null) | undefined;
    };
    /** @description The key no longer works. */
    RevokedApiKey: {
      /** @description The key. */
      id: number;
      /**
       * @description Always `revoked`.
       * @enum {string}
       */
      status: "revoked";
    };
    /** @description How to rotate the key. All fields are optional. */
    RotateApiKeyRequest: {
      /**
       * @description How long the old key keeps working, in seconds.
       * @default 86400
       */
      grace_seconds?: number | undefined;
    };
    /** @description The state of a second factor. */
    SecondFactor: {
      /** @description Whether signing in needs a code. */
      enabled: boolean;
      /** @description How many recovery codes are unused. */
      recovery_codes_left: number;
    };
    /** @description Signing in no longer needs a code. */
    SecondFactorRemoved: {
      /**
       * @description Always `removed`.
       * @enum {string}
       */
      status: "removed";
    };
    /** @description The secret for an authenticator app. */
    SecondFactorSetup: {
      /** @description The secret in base32, to type into an app. */
      secret: string;
      /** @description The secret as a URI, usually shown as a QR code. */
      otpauth_url: string;
    };
    /** @description The score of one sentence. */
    SentenceScore: {
      /** @description Where it starts in the text, in UTF-16 code units. */
      start: number;
      /** @description Where it ends in the text (exclusive), in UTF-16 code units. */
      end: number;
      /** @description Neutrality score of the sentence, from 0 to 1. */
      ain_score: number;
    };
    /** @description A place where the account is signed in. */
    Session: {
      /** @description Identifies the session. */
      id: string;
      /** @description The IP address it came from. */
      address: string;
      /** @description The program it came from, from its `User-Agent`. */
      user_agent: string;
      /**
       * Format: date-time
       * @description When the session started.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When the session expires.
       */
      expires_at: string;
      /**
       * Format: date-time
       * @description When it was last used, to within a few seconds. Null if never.
       */
      last_used_at: string | null;
      /** @description Whether this is the session that sent this request. */
      current: boolean;
    };
    /** @description Who is signed in. */
    SessionState: {
      /** @description The account. Null if nobody is signed in. */
      account: components["schemas"]["Account"] | null;
    };
    /** @description Who signs in. */
    SignInRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email: string;
      /**
       * @description The password of the account.
       * @example correct horse battery
       */
      password: string;
      /** @description Six digits from the authenticator app, or a recovery code. Needed if the account has a second factor. */
      code?: (string | null) | undefined;
    };
    /** @description A new account. */
    SignUpRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email: string;
      /**
       * @description The new password. The most common passwords are not accepted.
       * @example correct horse battery
       */
      password: string;
      /** @description The name of the person. */
      name?: (string | null) | undefined;
      /** @description The token of an invitation, if sign-up needs one. */
      invitation?: (string | null) | undefined;
    };
    /** @description A new session. */
    SignedIn: {
      /** @description Send it as `Authorization: Bearer <token>`. */
      access_token: string;
      /**
       * @description Always `bearer`.
       * @enum {string}
       */
      token_type: "bearer";
      /** @description How long the token is valid, in seconds. */
      expires_in: number;
      /** @description An account. */
      account: components["schemas"]["Account"];
    };
    /** @description The session is over. */
    SignedOut: {
      /**
       * @description Always `signed_out`.
       * @enum {string}
       */
      status: "signed_out";
    };
    /** @description A public key that signs or signed receipts. */
    SigningKey: {
      /**
       * @description The kind of signature.
       * @enum {string}
       */
      algorithm: "Ed25519";
      /** @description 32 bytes in base64url, as in receipts. */
      public_key: string;
      /**
       * Format: date-time
       * @description When the key was created.
       */
      created_at: string;
      /**
       * Format: date-time
       * @description When it was replaced. Null for the key in use.
       */
      retired_at: string | null;
    };
    /** @description All keys of this deployment. */
    SigningKeys: {
      /** @description The newest first. */
      keys: components["schemas"]["SigningKey"][];
    };
    /** @description Statistics of one stage of the computation. */
    Stage: {
      /** @description Mean share of ones, from 0 to 1. */
      mean: number;
      /** @description Standard deviation of the share of ones. */
      std: number;
      /** @description Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
      ain: number;
      /** @description All N + 1 possible shares of ones, in ascending order. */
      histogram: components["schemas"]["HistogramBar"][];
    };
    /** @description One stratum of an allocation. */
    Stratum: {
      /** @description Its name. Empty if the allocation has no strata. */
      stratum: string;
      /** @description How many people are assigned. */
      assigned: number;
      /** @description People in each arm, in the order of `arms`. */
      counts: number[];
      /** @description How well an allocation is balanced. */
      balance: components["schemas"]["Balance"];
    };
    /** @description Who wants the newsletter. */
    SubscribeRequest: {
      /**
       * @description An email address. Case does not matter.
       * @example me@example.com
       */
      email: string;
    };
    /** @description We sent an email to the address, with a link to confirm the subscription. */
    Subscribed: {
      /**
       * @description Always `subscribed`, even if the address already was.
       * @enum {string}
       */
      status: "subscribed";
    };
    /** @description The plan, and when it renews or ends. */
    Subscription: {
      /** @description The plan that is in effect. `GET /plans` lists those on offer. */
      plan: string;
      /**
       * @description `past_due` if the last payment failed. `cancelled` if the plan ends with the paid period.
       * @enum {string}
       */
      status: "none" | "active" | "past_due" | "cancelled";
      /**
       * Format: date-time
       * @description When the plan renews. Null if it does not.
       */
      renews_at: string | null;
      /**
       * Format: date-time
       * @description When the plan ends, if it is cancelled or past due.
       */
      ends_at: string | null;
    };
    /** @description The address gets the newsletter. */
    SubscriptionConfirmed: {
      /**
       * @description Always `confirmed`.
       * @enum {string}
       */
      status: "confirmed";
    };
    /** @description Results for biases from 0 to 1. */
    SweepResult: {
      /** @description Bits in a block. */
      N: number;
      /** @description How many samples were computed for each bias. */
      samples: number;
      /** @description How many biases were computed. */
      steps: number;
      /** @description The seed that was used. Send it again to repeat the result. */
      seed: number | string;
      /** @description One entry for each bias, in ascending order. */
      results: components["schemas"]["SweepStep"][];
      /** @description All p-values in one, combined with Fisher's method. */
      p_value: number;
    };
    /** @description The result for one bias of a sweep. */
    SweepStep: {
      /** @description The bias of the source. */
      bias: number;
      /** @description Balance: 1 − 2·|mean − 0.5|. 1 when ones and zeros are equally frequent. */
      ain: number;
      /** @description The mean share of ones (same as `mean`). */
      p_output: number;
      /** @description How far the mean is from 0.5. */
      deviation_from_0_5: number;
      /**
       * @description `STABLE` on a working deployment. `UNSTABLE` means that its randomness fails a self-test.
       * @enum {string}
       */
      status: "STABLE" | "UNSTABLE";
      /** @description Probability of a result at least this unusual if the bits before mirroring are uniform. */
      p_value: number;
      /** @description Balance of the source. */
      input_ain: number;
      /** @description Balance of the blocks before mirroring. */
      raw_ain: number;
    };
    /** @description Words that were changed. */
    TextChange: {
      /** @description Where they start in your text, in UTF-16 code units. */
      start: number;
      /** @description Where they end in your text (exclusive), in UTF-16 code units. */
      end: number;
      /** @description The words in your text. */
      before: string;
      /** @description What replaces them. Empty if the words were left out. */
      after: string;
    };
    /** @description Why one text of a batch was not scored. It costs nothing, unless its scoring had started and took too long (504). */
    TextError: {
      /** @description The HTTP status that the text would have got on its own. */
      status: number;
      /** @description What went wrong. */
      detail: string;
    };
    /** @description The score of a text. */
    TextScore: {
      /** @description Neutrality score, from 0 to 1. */
      ain_score: number;
      /**
       * @description Which band the score is in.
       * @enum {string}
       */
      band: "biased" | "moderate" | "neutral" | "unscored";
      /** @description Whether the text is certified. */
      svc_certified: boolean;
    };
    /** @description A token from a link. */
    TokenRequest: {
      /** @description The token from the link. */
      token: string;
    };
    /** @description Tokens used by all attempts together. */
    TokenUse: {
      /** @description Tokens sent to the model. Null if the provider did not report them. */
      input_tokens: number | null;
      /** @description Tokens the model wrote. Null if the provider did not report them. */
      output_tokens: number | null;
    };
    /** @description A top-up that you can buy. */
    Topup: {
      /**
       * @description Identifies the top-up.
       * @enum {string}
       */
      id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m";
      /** @description Compute units it adds. */
      compute: number;
      /** @description AI calls it adds. */
      ai_calls: number;
      /** @description Price, in euros. */
      price_eur: number;
    };
    /** @description A top-up, and who can buy it. */
    TopupOffer: {
      /**
       * @description Identifies the top-up.
       * @enum {string}
       */
      id: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m";
      /** @description Price, in euros. */
      price_eur: number;
      /** @description Compute units it adds. */
      compute: number;
      /** @description AI calls it adds. */
      ai_calls: number;
      /** @description The plans on which you can buy it. */
      plans: string[];
    };
    /** @description The top-up to buy. */
    TopupRequest: {
      /**
       * @description The top-up.
       * @enum {string}
       */
      topup: "topup_10k" | "topup_25k" | "topup_50k" | "topup_100k" | "topup_500k" | "topup_2m";
    };
    /** @description A short text to score. */
    TryAnalyzeRequest: {
      /** @description The text to score. Characters are Unicode code points. */
      text: string;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string|null}
       */
      tier?: ("default" | "fast" | null) | undefined;
      /** @description Words and phrases to accept: they are not evidence and do not count towards the score. At most 200. */
      ignore?: (string[] | null) | undefined;
      /** @description Your own words and phrases to point out, as evidence of the kind `flagged`. At most 200. */
      flag?: (components["schemas"]["FlaggedWord"][] | null) | undefined;
    };
    /** @description The address is no longer subscribed. */
    Unsubscribed: {
      /**
       * @description Always `unsubscribed`.
       * @enum {string}
       */
      status: "unsubscribed";
    };
    /** @description What to change about the account. */
    UpdateAccountRequest: {
      /** @description Your name. An empty text removes it. */
      name: string;
    };
    /** @description The kinds to switch on or off. Kinds that you leave out do not change. */
    UpdateNoticesRequest: {
      /** @description When you have used 80 % and 100 % of an allowance, once a month for each. */
      usage?: boolean | undefined;
      /** @description Before an API key expires, once for each key. */
      key_expiry?: boolean | undefined;
      /** @description When the payment for your plan fails, once for each period. */
      failed_renewal?: boolean | undefined;
      /** @description When somebody signs in from a network that you have not used before. */
      sign_in?: boolean | undefined;
    };
    /** @description What the account has used this month, and what is left. */
    UsageStats: {
      /** @description The plan that is in effect. `GET /plans` lists those on offer. */
      plan: string;
      /** @description Whether this plan lets you use your own key for an AI provider, as in `/ai/proxy`. */
      own_provider_key: boolean;
      /** @description The current month. */
      period: {
        /**
         * Format: date-time
         * @description When this month started (UTC).
         */
        start: string;
        /**
         * Format: date-time
         * @description When the quotas reset (UTC).
         */
        resets_at: string;
      };
      /** @description Each quota, by the endpoint it belongs to. */
      endpoints: {
        /** @description Compute units, shared by `/compute` and `/sweep`. */
        compute: components["schemas"]["MeterUse"];
        /** @description Requests to `/ai/chat` and `/v1/chat/completions`. */
        "ai/chat": components["schemas"]["MeterUse"];
        /** @description Text analyses. */
        "ai/analyze": components["schemas"]["MeterUse"];
        /** @description Requests to `/ai/proxy`. */
        "ai/proxy": components["schemas"]["MeterUse"];
      };
      /** @description What is left of your top-ups. Negative after a refund of units already used. */
      topup_balance: {
        /** @description Purchased compute units. They do not expire. */
        compute: number;
        /** @description Purchased AI calls. They do not expire. */
        ai_calls: number;
      };
      /** @description Keys that work, and revoked keys that were used this month. */
      keys: components["schemas"]["KeyUse"][];
      /** @description Tokens of all models, with and without a key. */
      tokens: components["schemas"]["ModelTokens"];
      /** @description The last 30 days, oldest first. */
      daily: components["schemas"]["DayUse"][];
    };
    /**
     * @description The error of a request with invalid fields. All of them are listed at once.
     * @example {
     *     "detail": [
     *     {
     *       "loc": [
     *       "body",
     *       "bias"
     *       ],
     *       "msg": "Input should be less than or equal to 1",
     *       "type": "less_than_equal"
     *     }
     *     ]
     *   }
     */
    ValidationError: {
      /** @description Every invalid field. */
      detail: components["schemas"]["ValidationIssue"][];
    };
    /** @description One invalid field. */
    ValidationIssue: {
      /**
       * @description Where the field is: `body`, `query` or `path`, then the names and indexes that lead to it.
       * @example [
       *     "body",
       *     "messages",
       *     0,
       *     "role"
       *   ]
       */
      loc: (string | number)[];
      /** @description What is wrong with the field. */
      msg: string;
      /**
       * @description A stable code for the kind of problem, as Pydantic names it.
       * @example missing
       */
      type: string;
    };
    /** @description Whether we sent an email. */
    VerificationSent: {
      /**
       * @description `verified` if the address was already confirmed.
       * @enum {string}
       */
      status: "sent" | "verified";
    };
    /** @description A sentence that withholds the certificate of the whole text. */
    WithheldBy: {
      /** @description Where it starts in the text, in UTF-16 code units. */
      start: number;
      /** @description Where it ends in the text (exclusive), in UTF-16 code units. */
      end: number;
      /** @description Neutrality score of the sentence, from 0 to 1. */
      ain_score: number;
      /**
       * @description `loaded`: the sentence is clearly loaded. `generalisation`: it is hostile to a group of people. `insults`: it insults somebody, and so does at least one sentence in ten. `other_language`: it is not in English.
       * @enum {string}
       */
      reason: "loaded" | "generalisation" | "insults" | "other_language";
      /** @description The reason in plain words, and what would lift it. */
      message: string;
      /**
       * @description The same as `reason`.
       * @enum {string}
       */
      why: "loaded" | "generalisation" | "insults" | "other_language";
    };
    /** @description The word lists of your account. */
    WordLists: {
      /** @description Words and phrases to accept in your texts. */
      ignore: string[];
      /** @description Words and phrases to point out in your texts. */
      flag: components["schemas"]["FlaggedWord"][];
      /**
       * Format: date-time
       * @description When the lists were last replaced. Null if there are none yet.
       */
      updated_at: string | null;
    };
    /** @description The new lists. A list that you leave out is empty. */
    WordListsRequest: {
      /** @description Words and phrases to accept: they are not evidence and do not count towards the score. At most 1,000. */
      ignore?: (string[] | null) | undefined;
      /** @description Your own words and phrases to point out, as evidence of the kind `flagged`. At most 1,000. */
      flag?: (components["schemas"]["FlaggedWord"][] | null) | undefined;
    };
    /** @description Shares of words, each from 0 to 1. A loaded word can also be positive or negative. */
    WordRatios: {
      /** @description Share of words with a positive tone. */
      positive: number;
      /** @description Share of words with a negative tone. */
      negative: number;
      /** @description Share of loaded words. */
      loaded: number;
      /** @description Share of words that are none of these. */
      neutral: number;
    };
    SweepBiasesQuery: {
      /**
       * @description Bits in a block. Your plan limits it: 9 without credentials and on the free plan.
       * @default 9
       * @enum {integer}
       */
      N?: (3 | 9 | 16 | 25 | 32 | 64) | undefined;
      /**
       * @description How many samples to report for each bias.
       * @default 500
       */
      samples?: number | undefined;
      /**
       * @description How many biases to compute, evenly spaced from 0 to 1.
       * @default 20
       */
      steps?: number | undefined;
      /** @description Makes the result repeatable. If you leave it out, a random seed is chosen and returned. */
      seed?: (number | string) | undefined;
    };
    GetSequenceQuery: {
      /** @description Probability of a 1 in the source, from 0 to 1. */
      bias: number;
      /**
       * @description Bits in a sample. Your plan limits it: 9 without credentials and on the free plan.
       * @default 9
       * @enum {integer}
       */
      N?: (3 | 9 | 16 | 25 | 32 | 64) | undefined;
      /**
       * @description How many samples the whole sequence has. Each block is followed by its mirror.
       * @default 1000
       */
      samples?: number | undefined;
      /** @description Makes the sequence repeatable. If you leave it out, the header `X-Seed` has the one that was chosen. */
      seed?: (number | string) | undefined;
      /**
       * @description The first sample to send, counted from 0.
       * @default 0
       */
      offset?: number | undefined;
      /** @description The maximum number of samples to send. All of them if you leave it out. */
      limit?: number | undefined;
      /**
       * @description `text`: a line of zeros and ones for each sample. `csv`: with a count of ones. `bytes`: packed bits.
       * @default text
       * @enum {string}
       */
      format?: ("text" | "csv" | "bytes") | undefined;
    };
    ListAssignmentsQuery: {
      /**
       * @description How many to return, 1 to 1,000.
       * @default 100
       */
      limit?: number | undefined;
      /**
       * @description The stratum of the last participant you have.
       * @default
       */
      after_stratum?: string | undefined;
      /**
       * @description The position of the last participant you have.
       * @default -1
       */
      after_position?: number | undefined;
    };
    ApplyPortkeyGuardrailQuery: {
      /** @description Texts with a lower neutrality score are blocked. Default: 0.4. */
      min_score?: number | undefined;
      /**
       * @description `default` reads whole sentences. `fast` scores the words alone, in well under a millisecond.
       * @enum {string}
       */
      tier?: ("default" | "fast") | undefined;
    };
    ListAuditEntriesQuery: {
      /**
       * @description The maximum number of items to return.
       * @default 200
       */
      limit?: number | undefined;
      /** @description The `id` of the last item of the previous page. Leave it out for the first page. */
      after?: number | undefined;
    };
    ListSessionsQuery: {
      /**
       * @description The maximum number of items to return.
       * @default 100
       */
      limit?: number | undefined;
      /** @description The `id` of the last item of the previous page. Leave it out for the first page. */
      after?: string | undefined;
    };
    ListApiKeysQuery: {
      /**
       * @description The maximum number of items to return.
       * @default 1000
       */
      limit?: number | undefined;
      /** @description The `id` of the last item of the previous page. Leave it out for the first page. */
      after?: number | undefined;
      /** @description Only keys with this text in their name or in the visible part of the key, or with this scope. You can also paste a whole key. */
      search?: string | undefined;
      /**
       * @description The order: `oldest` or `newest` first, last `used` first, by `name`, or by `expiry`, the next first.
       * @default oldest
       * @enum {string}
       */
      sort?: ("oldest" | "newest" | "used" | "name" | "expiry") | undefined;
    };
    ListPaymentsQuery: {
      /**
       * @description The maximum number of items to return.
       * @default 100
       */
      limit?: number | undefined;
      /** @description The `id` of the last item of the previous page. Leave it out for the first page. */
      after?: string | undefined;
    };
    AdminListAccountsQuery: {
      /** @description The start of an email address, its end (`@example.org`), an account number, or the visible part of a key. */
      search?: string | undefined;
      /**
       * @description Only accounts with this plan.
       * @enum {string}
       */
      plan?: ("free" | "basic" | "pro" | "gamepro" | "studio" | "enterprise" | "enterprise_xl") | undefined;
      /**
       * @description Only accounts in this state, or only administrators.
       * @enum {string}
       */
      state?: ("active" | "disabled" | "administrator") | undefined;
      /**
       * @description The order.
       * @default newest
       * @enum {string}
       */
      sort?: ("newest" | "oldest" | "email") | undefined;
      /** @description `next` of the previous page. */
      after?: string | undefined;
      /**
       * @description How many accounts a page has.
       * @default 50
       */
      limit?: number | undefined;
    };
    AdminListLogQuery: {
      /** @description Only entries older than this one. */
      before?: number | undefined;
    };
    ConfirmNewsletterQuery: {
      /** @description The token from the link in the email. */
      token: string;
    };
    UnsubscribeFromNewsletterQuery: {
      /** @description The token from the link in the email. */
      token: string;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
};
export type Account = components['schemas']['Account'];
export type AccountExport = components['schemas']['AccountExport'];
export type AdminAccount = components['schemas']['AdminAccount'];
export type AdminAccountPage = components['schemas']['AdminAccountPage'];
export type AdminCreatedInvitation = components['schemas']['AdminCreatedInvitation'];
export type AdminDone = components['schemas']['AdminDone'];
export type AdminEntry = components['schemas']['AdminEntry'];
export type AdminGrantRequest = components['schemas']['AdminGrantRequest'];
export type AdminInvitation = components['schemas']['AdminInvitation'];
export type AdminInviteRequest = components['schemas']['AdminInviteRequest'];
export type AdminListedAccount = components['schemas']['AdminListedAccount'];
export type AdminOverview = components['schemas']['AdminOverview'];
export type AdminPlan = components['schemas']['AdminPlan'];
export type AdminRequest = components['schemas']['AdminRequest'];
export type AdminResetLink = components['schemas']['AdminResetLink'];
export type AdminSetPlanRequest = components['schemas']['AdminSetPlanRequest'];
export type AdminSetRoleRequest = components['schemas']['AdminSetRoleRequest'];
export type AdminWithdrawRequest = components['schemas']['AdminWithdrawRequest'];
export type Alive = components['schemas']['Alive'];
export type Allocation = components['schemas']['Allocation'];
export type AllocationRequest = components['schemas']['AllocationRequest'];
export type Analysis = components['schemas']['Analysis'];
export type AnalyzeBatch = components['schemas']['AnalyzeBatch'];
export type AnalyzeBatchItem = components['schemas']['AnalyzeBatchItem'];
export type AnalyzeBatchRequest = components['schemas']['AnalyzeBatchRequest'];
export type AnalyzeRequest = components['schemas']['AnalyzeRequest'];
export type AnnouncedRound = components['schemas']['AnnouncedRound'];
export type ApiKey = components['schemas']['ApiKey'];
export type Arm = components['schemas']['Arm'];
export type ArmRequest = components['schemas']['ArmRequest'];
export type Assigned = components['schemas']['Assigned'];
export type Assignment = components['schemas']['Assignment'];
export type AssignmentRequest = components['schemas']['AssignmentRequest'];
export type Attempt = components['schemas']['Attempt'];
export type AuditEntry = components['schemas']['AuditEntry'];
export type Balance = components['schemas']['Balance'];
export type BalanceBasis = components['schemas']['BalanceBasis'];
export type BalanceTest = components['schemas']['BalanceTest'];
export type BatteryReport = components['schemas']['BatteryReport'];
export type BatteryTest = components['schemas']['BatteryTest'];
export type BeaconRound = components['schemas']['BeaconRound'];
export type BeginSecondFactorRequest = components['schemas']['BeginSecondFactorRequest'];
export type Brand = components['schemas']['Brand'];
export type Cancellation = components['schemas']['Cancellation'];
export type ChangeEmailRequest = components['schemas']['ChangeEmailRequest'];
export type ChangePasswordRequest = components['schemas']['ChangePasswordRequest'];
export type ChatEvent = components['schemas']['ChatEvent'];
export type ChatOptions = components['schemas']['ChatOptions'];
export type ChatRequest = components['schemas']['ChatRequest'];
export type ChatResult = components['schemas']['ChatResult'];
export type CheckLanguage = components['schemas']['CheckLanguage'];
export type CheckMatch = components['schemas']['CheckMatch'];
export type CheckRequest = components['schemas']['CheckRequest'];
export type CheckResult = components['schemas']['CheckResult'];
export type Checkout = components['schemas']['Checkout'];
export type CheckoutRequest = components['schemas']['CheckoutRequest'];
export type ClosedAllocation = components['schemas']['ClosedAllocation'];
export type Commitment = components['schemas']['Commitment'];
export type CommitmentRequest = components['schemas']['CommitmentRequest'];
export type Completion = components['schemas']['Completion'];
export type CompletionChunk = components['schemas']['CompletionChunk'];
export type CompletionRequest = components['schemas']['CompletionRequest'];
export type CompletionUsage = components['schemas']['CompletionUsage'];
export type ComputeRequest = components['schemas']['ComputeRequest'];
export type ComputeResult = components['schemas']['ComputeResult'];
export type ConfirmSecondFactorRequest = components['schemas']['ConfirmSecondFactorRequest'];
export type CorrelationTest = components['schemas']['CorrelationTest'];
export type CreateApiKeyRequest = components['schemas']['CreateApiKeyRequest'];
export type CreatedApiKey = components['schemas']['CreatedApiKey'];
export type CreatedCommitment = components['schemas']['CreatedCommitment'];
export type DayUse = components['schemas']['DayUse'];
export type DegradedHealth = components['schemas']['DegradedHealth'];
export type DeleteAccountRequest = components['schemas']['DeleteAccountRequest'];
export type DeletedAccount = components['schemas']['DeletedAccount'];
export type Draw = components['schemas']['Draw'];
export type DrawChoice = components['schemas']['DrawChoice'];
export type DrawDice = components['schemas']['DrawDice'];
export type DrawIntegers = components['schemas']['DrawIntegers'];
export type DrawOption = components['schemas']['DrawOption'];
export type DrawRequest = components['schemas']['DrawRequest'];
export type DrawSample = components['schemas']['DrawSample'];
export type DrawShuffle = components['schemas']['DrawShuffle'];
export type DrawWinners = components['schemas']['DrawWinners'];
export type EmailVerified = components['schemas']['EmailVerified'];
export type EmbeddingsAnswer = components['schemas']['EmbeddingsAnswer'];
export type EmbeddingsRequest = components['schemas']['EmbeddingsRequest'];
export type EndedSession = components['schemas']['EndedSession'];
export type Error = components['schemas']['Error'];
export type EventReceived = components['schemas']['EventReceived'];
export type Evidence = components['schemas']['Evidence'];
export type FilterOptions = components['schemas']['FilterOptions'];
export type FilterReport = components['schemas']['FilterReport'];
export type FlaggedWord = components['schemas']['FlaggedWord'];
export type ForgotPasswordRequest = components['schemas']['ForgotPasswordRequest'];
export type Health = components['schemas']['Health'];
export type HistogramBar = components['schemas']['HistogramBar'];
export type Identity = components['schemas']['Identity'];
export type IdentityRemoved = components['schemas']['IdentityRemoved'];
export type Invitation = components['schemas']['Invitation'];
export type KeyUse = components['schemas']['KeyUse'];
export type ListedAllocation = components['schemas']['ListedAllocation'];
export type ListedCommitment = components['schemas']['ListedCommitment'];
export type LitellmGuardrailRequest = components['schemas']['LitellmGuardrailRequest'];
export type LitellmGuardrailResult = components['schemas']['LitellmGuardrailResult'];
export type Message = components['schemas']['Message'];
export type MessagesAnswer = components['schemas']['MessagesAnswer'];
export type MessagesEvent = components['schemas']['MessagesEvent'];
export type MessagesRequest = components['schemas']['MessagesRequest'];
export type MeterUse = components['schemas']['MeterUse'];
export type Model = components['schemas']['Model'];
export type ModelList = components['schemas']['ModelList'];
export type ModelTokens = components['schemas']['ModelTokens'];
export type Moderation = components['schemas']['Moderation'];
export type ModerationRequest = components['schemas']['ModerationRequest'];
export type ModerationResult = components['schemas']['ModerationResult'];
export type MonthUse = components['schemas']['MonthUse'];
export type NeutraliseRequest = components['schemas']['NeutraliseRequest'];
export type NeutralisedText = components['schemas']['NeutralisedText'];
export type NoticeChoices = components['schemas']['NoticeChoices'];
export type Notices = components['schemas']['Notices'];
export type OpenAiError = components['schemas']['OpenAIError'];
export type PasswordChanged = components['schemas']['PasswordChanged'];
export type PasswordResetRequested = components['schemas']['PasswordResetRequested'];
export type Payment = components['schemas']['Payment'];
export type Plan = components['schemas']['Plan'];
export type Plans = components['schemas']['Plans'];
export type Portal = components['schemas']['Portal'];
export type PortkeyGuardrailRequest = components['schemas']['PortkeyGuardrailRequest'];
export type PortkeyGuardrailResult = components['schemas']['PortkeyGuardrailResult'];
export type PositionTest = components['schemas']['PositionTest'];
export type ProviderInfo = components['schemas']['ProviderInfo'];
export type ProxyRequest = components['schemas']['ProxyRequest'];
export type Receipt = components['schemas']['Receipt'];
export type RecoveryCodes = components['schemas']['RecoveryCodes'];
export type RemoveIdentityRequest = components['schemas']['RemoveIdentityRequest'];
export type RemoveSecondFactorRequest = components['schemas']['RemoveSecondFactorRequest'];
export type RenameApiKeyRequest = components['schemas']['RenameApiKeyRequest'];
export type ResetPasswordRequest = components['schemas']['ResetPasswordRequest'];
export type ResponsesAnswer = components['schemas']['ResponsesAnswer'];
export type ResponsesEvent = components['schemas']['ResponsesEvent'];
export type ResponsesRequest = components['schemas']['ResponsesRequest'];
export type RevokedApiKey = components['schemas']['RevokedApiKey'];
export type RotateApiKeyRequest = components['schemas']['RotateApiKeyRequest'];
export type SecondFactor = components['schemas']['SecondFactor'];
export type SecondFactorRemoved = components['schemas']['SecondFactorRemoved'];
export type SecondFactorSetup = components['schemas']['SecondFactorSetup'];
export type SentenceScore = components['schemas']['SentenceScore'];
export type Session = components['schemas']['Session'];
export type SessionState = components['schemas']['SessionState'];
export type SignInRequest = components['schemas']['SignInRequest'];
export type SignUpRequest = components['schemas']['SignUpRequest'];
export type SignedIn = components['schemas']['SignedIn'];
export type SignedOut = components['schemas']['SignedOut'];
export type SigningKey = components['schemas']['SigningKey'];
export type SigningKeys = components['schemas']['SigningKeys'];
export type Stage = components['schemas']['Stage'];
export type Stratum = components['schemas']['Stratum'];
export type SubscribeRequest = components['schemas']['SubscribeRequest'];
export type Subscribed = components['schemas']['Subscribed'];
export type Subscription = components['schemas']['Subscription'];
export type SubscriptionConfirmed = components['schemas']['SubscriptionConfirmed'];
export type SweepResult = components['schemas']['SweepResult'];
export type SweepStep = components['schemas']['SweepStep'];
export type TextChange = components['schemas']['TextChange'];
export type TextError = components['schemas']['TextError'];
export type TextScore = components['schemas']['TextScore'];
export type TokenRequest = components['schemas']['TokenRequest'];
export type TokenUse = components['schemas']['TokenUse'];
export type Topup = components['schemas']['Topup'];
export type TopupOffer = components['schemas']['TopupOffer'];
export type TopupRequest = components['schemas']['TopupRequest'];
export type TryAnalyzeRequest = components['schemas']['TryAnalyzeRequest'];
export type Unsubscribed = components['schemas']['Unsubscribed'];
export type UpdateAccountRequest = components['schemas']['UpdateAccountRequest'];
export type UpdateNoticesRequest = components['schemas']['UpdateNoticesRequest'];
export type UsageStats = components['schemas']['UsageStats'];
export type ValidationError = components['schemas']['ValidationError'];
export type ValidationIssue = components['schemas']['ValidationIssue'];
export type VerificationSent = components['schemas']['VerificationSent'];
export type WithheldBy = components['schemas']['WithheldBy'];
export type WordLists = components['schemas']['WordLists'];
export type WordListsRequest = components['schemas']['WordListsRequest'];
export type WordRatios = components['schemas']['WordRatios'];
export type SweepBiasesQuery = components['schemas']['SweepBiasesQuery'];
export type GetSequenceQuery = components['schemas']['GetSequenceQuery'];
export type ListAssignmentsQuery = components['schemas']['ListAssignmentsQuery'];
export type ApplyPortkeyGuardrailQuery = components['schemas']['ApplyPortkeyGuardrailQuery'];
export type ListAuditEntriesQuery = components['schemas']['ListAuditEntriesQuery'];
export type ListSessionsQuery = components['schemas']['ListSessionsQuery'];
export type ListApiKeysQuery = components['schemas']['ListApiKeysQuery'];
export type ListPaymentsQuery = components['schemas']['ListPaymentsQuery'];
export type AdminListAccountsQuery = components['schemas']['AdminListAccountsQuery'];
export type AdminListLogQuery = components['schemas']['AdminListLogQuery'];
export type ConfirmNewsletterQuery = components['schemas']['ConfirmNewsletterQuery'];
export type UnsubscribeFromNewsletterQuery = components['schemas']['UnsubscribeFromNewsletterQuery'];
export type $defs = Record<string, never>;
export type operations = Record<string, never>;
