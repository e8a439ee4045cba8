-- Calls that carry an Idempotency-Key: claimed while they run, then kept with their encrypted answer for 24 hours.
create table idempotent_calls (
  account_id bigint not null references accounts (id) on delete cascade,
  key_hash bytea not null,
  fingerprint bytea not null,
  holder uuid not null,
  answer bytea,
  expires_at timestamptz not null,
  primary key (account_id, key_hash)
);

create index idempotent_calls_expires_at on idempotent_calls (expires_at);
