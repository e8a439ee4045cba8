-- How people sign up, sign in and prove who they are.
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

-- What can be tried only so often. A subject is an address and an email that sign in, an address that signs up, …
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
  expires_at timestamptz not null,
  -- Where the link was sent to: using it proves that address, and no other that the account has got since. Null: it was handed over.
  email text
);
create index password_resets_account on password_resets (account_id);
create index password_resets_expiry on password_resets (expires_at);

create table email_verifications (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_verifications_account on email_verifications (account_id);
create index email_verifications_expiry on email_verifications (expires_at);

create table invitations (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  -- Null: anyone who has the link can use it.
  email text,
  role text not null default 'member' check (role in ('member', 'administrator')),
  -- Null: the free plan.
  plan text,
  plan_ends_at timestamptz,
  -- Null: the service itself invited the first administrator.
  created_by bigint references accounts on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by bigint references accounts on delete set null,
  -- Made by the service when it started, for the first administrator; the next start ends it.
  at_start boolean not null default false
);
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_created_by on invitations (created_by);
create index invitations_accepted_by on invitations (accepted_by);
create index invitations_over on invitations ((coalesce(accepted_at, expires_at)));

create table second_factors (
  account_id bigint primary key references accounts on delete cascade,
  -- The shared secret of the authenticator app, encrypted.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was entered: until then sign-in needs no code.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: each code works once.
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}',
  -- The address that its owner had proven when they used it. Null: nobody has, so it may be a stranger's.
  proven_with text
);

-- Who an identity provider says somebody is.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  -- What its owner must know to recognise it: the address that the provider gave.
  email text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- The address that its owner had proven when they connected it. Null: nobody has, so it may be a stranger's.
  proven_with text,
  primary key (issuer, subject)
);
create index oidc_identities_account on oidc_identities (account_id);

-- The networks from which people signed in, so that they can be told about a new one.
create table sign_in_networks (
  account_id bigint not null references accounts on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (account_id, network)
);
create index sign_in_networks_last_at on sign_in_networks (last_at);
