-- Every payment as it was charged, whatever it was for, and what of it has gone back. It outlives the account: the books of a business
-- do not change when a customer leaves. The counts in billing_plan_payments are no longer written.
create table billing_payments (
  id text primary key,
  paid_at timestamptz not null,
  kind text not null check (kind in ('plan', 'topup')),
  item text not null,
  amount_cents bigint not null,
  refunded_cents bigint not null check (refunded_cents between 0 and amount_cents),
  reading bigint not null
);
create index billing_payments_paid_at on billing_payments (paid_at);
