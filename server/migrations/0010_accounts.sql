-- Accounts, their API keys, and what happened to them.
create table accounts (
  id bigint generated always as identity primary key,
  email text not null,
  name text not null default '',
  -- Null: the account only ever signed in through an identity provider.
  password_hash text,
  role text not null default 'member' check (role in ('member', 'administrator')),
  plan text not null default 'free',
  -- From this moment on the account is on the free plan, whatever the plan says. Null: no end is set.
  plan_ends_at timestamptz,
  -- The end of a plan that renews only counts if no news of it arrives. Its owner does not see that end.
  plan_renews boolean not null default false,
  email_verified_at timestamptz,
  -- The last address that was confirmed before this one. Null: no earlier one was.
  proven_before text,
  -- A disabled account keeps its data. Nobody can sign in to it, and its keys do not work.
  disabled_at timestamptz,
  -- The account is being deleted. Nobody can use it, and what belongs to it is deleted in pieces.
  deleted_at timestamptz,
  -- What its owner allows: calls, tokens, euros and models.
  limits jsonb,
  created_at timestamptz not null default now()
);
create unique index accounts_email on accounts (lower(email));
create index accounts_deleted_at on accounts (deleted_at) where deleted_at is not null;
create index accounts_administrators on accounts (id) where role = 'administrator';
create index accounts_plan on accounts (plan, id desc);
create index accounts_plan_email on accounts (plan, lower(email));
create index accounts_disabled on accounts (id desc) where disabled_at is not null;

create table api_keys (
  id bigint generated always as identity primary key,
  account_id bigint not null references accounts on delete cascade,
  name text not null,
  key_hash bytea not null unique,
  key_prefix text not null,
  scope text not null,
  -- For clients that cannot send a filter mode with each request.
  filter_mode text check (filter_mode in ('analyze', 'rebalance', 'strict')),
  created_at timestamptz not null,
  -- Calls, tokens, euros and models. A rotated key shares what is used of them with its successor: this is the id of the first of them.
  limits jsonb,
  limits_of bigint,
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  -- The network that used it last, so that its owner can recognise a use that is not theirs.
  last_used_address text,
  -- A rotated key keeps working until it expires. It no longer counts towards the limit of the plan.
  rotated_to bigint references api_keys on delete set null
);
create index api_keys_account on api_keys (account_id, id);
create index api_keys_prefix on api_keys (key_prefix);
create index api_keys_over on api_keys ((least(revoked_at, expires_at)));
create index api_keys_expiring on api_keys (expires_at) where revoked_at is null and rotated_to is null and expires_at is not null;
-- Deleting a row looks for the rows that refer to it: without an index, by reading the whole table while it holds locks.
create index api_keys_rotated_to on api_keys (rotated_to) where rotated_to is not null;

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

-- What administrators did, to whom and why. It outlives the accounts it names.
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: an operator, on the command line.
  administrator_id bigint,
  administrator text not null,
  action text not null,
  account_id bigint,
  account_email text,
  reason text not null,
  detail jsonb not null default '{}',
  address text not null,
  user_agent text not null
);
create index admin_log_account on admin_log (account_id, id desc);
create index admin_log_at on admin_log (at);

-- An account's own words: those that are fine in its texts, and those to point out.
create table account_words (
  account_id bigint primary key references accounts on delete cascade,
  ignore jsonb not null,
  flag jsonb not null,
  updated_at timestamptz not null
);
