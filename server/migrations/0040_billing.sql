-- What we know about payments. The payment provider (Stripe, or the sandbox) holds the truth. These rows are our last readings of it,
-- and what we have done because of them.

-- Taken before each reading: of two readings of one object, the one with the higher number was made later.
create sequence billing_readings;

create table billing_customers (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id) on delete cascade,
  payment_provider text not null check (payment_provider in ('stripe', 'sandbox')),
  customer_id text,
  created_at timestamptz not null default now(),
  unique (account_id, payment_provider),
  unique (customer_id)
);

-- The customers whose account was deleted, by the payment provider's id alone: so we can tell money that still comes in for one of them
-- from money that has nothing to do with us.
create table billing_deleted_customers (
  customer_id text primary key,
  deleted_at timestamptz not null default now()
);
create index billing_deleted_customers_deleted_at on billing_deleted_customers (deleted_at);

-- One row for each time that somebody was sent to a payment page. The row of a top-up also says what was credited for it.
create table billing_checkouts (
  id uuid primary key default gen_random_uuid(),
  account_id bigint not null references accounts (id) on delete cascade,
  payment_provider text not null check (payment_provider in ('stripe', 'sandbox')),
  kind text not null check (kind in ('plan', 'topup')),
  item text not null,
  status text not null default 'open' check (status in ('open', 'complete', 'expired')),
  session_id text,
  -- What a fully paid top-up is worth, as it was offered.
  compute bigint not null default 0 check (compute >= 0),
  ai_calls bigint not null default 0 check (ai_calls >= 0),
  -- What the account has been credited for it so far, less what was taken back.
  compute_credited bigint not null default 0 check (compute_credited between 0 and compute),
  ai_calls_credited bigint not null default 0 check (ai_calls_credited between 0 and ai_calls),
  reading bigint not null default 0,
  created_at timestamptz not null default now(),
  unique (session_id)
);
create index billing_checkouts_account on billing_checkouts (account_id);
-- An account buys one plan at a time: a new payment page replaces the open one.
create unique index billing_checkouts_one_open_plan on billing_checkouts (account_id, payment_provider)
  where kind = 'plan' and status = 'open';
create index billing_checkouts_unpaid on billing_checkouts (created_at) where status <> 'complete';
create index billing_checkouts_complete on billing_checkouts (created_at) include (kind, item) where status = 'complete';

create table billing_subscriptions (
  id text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  payment_provider text not null check (payment_provider in ('stripe', 'sandbox')),
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
create index billing_subscriptions_ended on billing_subscriptions (updated_at) where status = 'ended';
create index billing_subscriptions_running on billing_subscriptions (plan, status) where status <> 'ended';

-- The events whose effect is done, written in the same transaction as the effect.
create table billing_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index billing_events_received_at on billing_events (received_at);

-- Events that could not be settled: tried again for a day, then set aside for a person to look at.
create table billing_failed_events (
  id text primary key,
  type text not null,
  subject_kind text not null check (subject_kind in ('checkout', 'subscription', 'payment')),
  subject_id text not null,
  attempts integer not null default 1,
  last_error text not null,
  first_at timestamptz not null,
  set_aside_at timestamptz
);
create index billing_failed_events_first_at on billing_failed_events (first_at);

-- Every payment as it was charged, whatever it was for, and what of it has gone back. It outlives the account: the books of a business
-- do not change when a customer leaves.
create table billing_payments (
  id text primary key,
  paid_at timestamptz not null,
  kind text not null check (kind in ('plan', 'topup')),
  item text not null,
  amount_cents bigint not null,
  -- How much of it is VAT. Null if the payment provider did not say.
  vat_cents bigint,
  refunded_cents bigint not null check (refunded_cents between 0 and amount_cents),
  reading bigint not null
);
create index billing_payments_paid_at on billing_payments (paid_at);

-- The objects of the sandbox, as Stripe describes its own.
create table sandbox_objects (
  id text primary key,
  -- The order in which they were made.
  nth bigint generated always as identity,
  -- The customer it belongs to.
  owner text not null,
  object text not null,
  content jsonb not null,
  created_at timestamptz not null
);
create index sandbox_objects_owner on sandbox_objects (owner, nth);
create index sandbox_objects_events on sandbox_objects (nth) where object = 'event';
create index sandbox_objects_subscriptions on sandbox_objects (owner) where object = 'subscription';
create index sandbox_objects_created_at on sandbox_objects (created_at);
