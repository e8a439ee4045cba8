-- What accounts used and have left. The functions that change it are in functions.sql.

-- One row for each account, inserted with the account. Whoever changes what an account has used or has left locks this row first. So it is
-- decided one after the other, on any number of nodes, and in one order: there is no deadlock between meters.
create table topup_balances (
  account_id bigint primary key references accounts on delete cascade,
  -- Below zero only if a refund of money took back what had already been spent.
  compute bigint not null default 0,
  ai_calls bigint not null default 0
);

create table usage_months (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  meter text not null,
  from_allowance bigint not null default 0 check (from_allowance >= 0),
  from_topup bigint not null default 0 check (from_topup >= 0),
  primary key (account_id, month, meter)
);
create index usage_months_month on usage_months (month);

create table usage_days (
  account_id bigint not null references topup_balances on delete cascade,
  day date not null,
  meter text not null,
  units bigint not null check (units >= 0),
  primary key (account_id, day, meter)
);
create index usage_days_day on usage_days (day);

create table usage_keys (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  key_id bigint not null,
  calls bigint not null check (calls >= 0),
  primary key (account_id, month, key_id)
);
create index usage_keys_month on usage_keys (month);

-- Charges that were refunded, so that a second refund of the same charge has no effect.
create table usage_refunds (
  charge_id uuid primary key,
  account_id bigint not null references topup_balances on delete cascade,
  at timestamptz not null
);
create index usage_refunds_at on usage_refunds (at);
create index usage_refunds_account on usage_refunds (account_id);

-- What was used of each limit in its current period, calls in progress with the most that they can cost. The limits themselves are with
-- accounts and keys, and in the file of plans.
create table limit_use (
  account_id bigint not null references topup_balances on delete cascade,
  -- Who is limited: 'account', 'plan', 'key 12', or 'user' with a hash of the name.
  subject text not null,
  measure text not null,
  period text not null,
  starts date not null,
  -- Calls, tokens or millionths of a euro.
  used bigint not null check (used >= 0),
  primary key (account_id, subject, measure, period)
);
create index limit_use_starts on limit_use (starts);

-- Each row is the last batch that was charged under a slot. A node uses few slots, and each for one batch at a time.
create table charge_slots (
  id uuid not null,
  -- If these tables are distributed over several database servers, a slot lies with those accounts that are charged under it: this is
  -- one of them. In a single database it is 0.
  account_id bigint not null default 0,
  batch bigint not null,
  -- What each charge took from the purchased balance, null for those that were not granted. Null as a whole: cancelled.
  from_topup bigint[],
  opened_at timestamptz not null,
  primary key (id, account_id)
) with (fillfactor = 50);
create index charge_slots_opened_at on charge_slots (opened_at);

-- Tokens of models by account, month and API key (0: no key), for statistics. Nothing is decided by them.
create table token_use (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  key_id bigint not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- In millionths of a euro; null while no request had a known price.
  cost_micros bigint,
  primary key (account_id, month, key_id)
);
create index token_use_month on token_use (month);

-- The same by day, model and end user, with the price of the day.
create table model_days (
  account_id bigint not null references topup_balances on delete cascade,
  day date not null,
  key_id bigint not null,
  model text not null,
  end_user text not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  cost_micros bigint,
  primary key (account_id, day, key_id, model, end_user)
);
create index model_days_day on model_days (day);

-- Requests with an Idempotency-Key: claimed while they run, then kept with their encrypted response for 24 hours.
create table idempotent_calls (
  account_id bigint not null references accounts (id) on delete cascade,
  key_hash bytea not null,
  fingerprint bytea not null,
  holder uuid not null,
  response bytea,
  expires_at timestamptz not null,
  primary key (account_id, key_hash)
);
create index idempotent_calls_expires_at on idempotent_calls (expires_at);
