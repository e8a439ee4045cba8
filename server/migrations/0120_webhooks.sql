-- Addresses of an account's owner that we tell about events, and what we told them. A delivery is written in the transaction that causes
-- it.
create table webhooks (
  id uuid primary key,
  account_id bigint not null references accounts on delete cascade,
  url text not null,
  description text not null,
  -- The types of events that it gets; none: all.
  events text[] not null,
  -- Encrypted. After a rotation the previous one signs too, for a while.
  secret bytea not null,
  previous_secret bytea,
  previous_until timestamptz,
  created_at timestamptz not null,
  disabled_at timestamptz,
  disabled_because text check (disabled_because in ('owner', 'failing')),
  -- When to send the oldest waiting delivery; null: nothing waits.
  next_at timestamptz,
  -- While a node sends, the time until which the others leave it alone.
  held_until timestamptz
);
create index webhooks_account_id on webhooks (account_id);
create index webhooks_next_at on webhooks (next_at) where next_at is not null and disabled_at is null;

-- The order in which deliveries are sent. It is taken under the lock of the webhook's row, so it is the order of the commits.
create sequence webhook_places;

create table webhook_deliveries (
  id uuid primary key,
  webhook_id uuid not null references webhooks on delete cascade,
  place bigint not null default nextval('webhook_places'),
  type text not null,
  -- What it is about, period included: an event with the same subject and no higher level is not written again.
  subject text not null,
  level integer not null,
  -- As it is sent, JSON.
  payload text not null,
  created_at timestamptz not null,
  state text not null check (state in ('waiting', 'delivered', 'failed')),
  attempts integer not null default 0,
  gives_up_at timestamptz not null,
  -- The last attempt: when, the status of the answer or what went wrong, and how long it took.
  attempted_at timestamptz,
  status integer,
  error text,
  duration_ms integer
);
create index webhook_deliveries_webhook_id on webhook_deliveries (webhook_id, place);
create index webhook_deliveries_subject on webhook_deliveries (webhook_id, type, subject);
create index webhook_deliveries_created_at on webhook_deliveries (created_at);
