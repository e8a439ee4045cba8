-- What we know about payments. The cashier (Stripe, or the sandbox of a development machine) holds the truth; these rows are
-- our last readings of it, and what we have done because of them.

-- Taken before each reading: of two readings of one object, the one with the higher number was made later.
create sequence billing_readings;

create table billing_customers (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id) on delete cascade,
  cashier text not null check (cashier in ('stripe', 'sandbox')),
  customer_id text,
  created_at timestamptz not null default now(),
  unique (account_id, cashier),
  unique (customer_id)
);

-- One row for each time that somebody was sent to a payment page. A top-up row is also the account of what was credited for it.
create table billing_checkouts (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id) on delete cascade,
  cashier text not null check (cashier in ('stripe', 'sandbox')),
  kind text not null check (kind in ('plan', 'topup')),
  item text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  session_id text,
  -- What a fully paid top-up is worth, as it was offered.
  compute bigint not null default 0 check (compute >= 0),
  ai_calls bigint not null default 0 check (ai_calls >= 0),
  -- What stands to the account's credit for it now.
  compute_credited bigint not null default 0 check (compute_credited between 0 and compute),
  ai_calls_credited bigint not null default 0 check (ai_calls_credited between 0 and ai_calls),
  reading bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (session_id)
);
create index billing_checkouts_account on billing_checkouts (account_id);
-- An account buys one plan at a time: a new payment page replaces the open one.
create unique index billing_checkouts_one_open_plan on billing_checkouts (account_id, cashier) where kind = 'plan' and status = 'open';

create table billing_subscriptions (
  id text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  cashier text not null check (cashier in ('stripe', 'sandbox')),
  plan text not null,
  status text not null check (status in ('active', 'past_due', 'ended')),
  period_end timestamptz not null,
  cancels_at timestamptz,
  unpaid_since timestamptz,
  reading bigint not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index billing_subscriptions_account on billing_subscriptions (account_id);

-- The events whose effect is done, written in the same transaction as the effect.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);

-- The books of the sandbox, which plays Stripe on a development machine.
create table sandbox_objects (
  id text primary key,
  kind text not null check (kind in ('checkout', 'portal', 'subscription', 'payment')),
  customer_id text not null,
  content jsonb not null,
  created_at timestamptz not null default now()
);
create index sandbox_objects_customer on sandbox_objects (customer_id, kind);
