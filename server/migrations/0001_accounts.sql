create table accounts (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null default '',
  password_hash text not null,
  plan text not null default 'free',
  -- From this moment on the account is on the free plan, whatever the plan says; null: no end is set.
  plan_ends_at timestamptz,
  created_at timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));

create table sessions (
  id text primary key,
  account_id bigint not null references accounts on delete cascade,
  address text not null,
  user_agent text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);
create index sessions_account on sessions (account_id, created_at);
create index sessions_expiry on sessions (expires_at);

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  key_prefix text not null,
  scope text not null,
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- A rotated key works on until its expiry and no longer counts towards the limit of the plan.
  replaced_by bigint references api_keys on delete set null
);
create index api_keys_account on api_keys (account_id, id);

create table audit_log (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  at timestamptz not null,
  event text not null,
  address text not null,
  user_agent text not null,
  detail jsonb not null default '{}'
);
create index audit_log_account on audit_log (account_id, id desc);
create index audit_log_at on audit_log (at);

-- What may be tried only so often: a subject is an address and an email that sign in, an address that registers, …
create table attempts (
  subject text primary key,
  tries integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index attempts_last on attempts (last_at);

create table password_resets (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  expires_at timestamptz not null
);
create index password_resets_account on password_resets (account_id);
create index password_resets_expiry on password_resets (expires_at);

create table newsletter (
  email text primary key,
  token text not null unique,
  subscribed_at timestamptz not null,
  unsubscribed_at timestamptz
);
