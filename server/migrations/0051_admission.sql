alter table accounts
  -- An account that only ever signed in through an identity provider has no password.
  alter column password_hash drop not null,
  add column role text not null default 'member' check (role in ('member', 'administrator')),
  add column email_verified_at timestamptz,
  -- A disabled account keeps its data; nobody can sign in to it and its keys do not work.
  add column disabled_at timestamptz;

-- Only the few administrators are in this index.
create index accounts_administrators on accounts (id) where role = 'administrator';

create table invitations (
  id bigint generated always as identity primary key,
  token_hash bytea not null unique,
  -- Null: whoever has the link may use it.
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
  accepted_by bigint references accounts on delete set null
);
create index invitations_created on invitations (created_at desc, id desc);
create index invitations_created_by on invitations (created_by);
create index invitations_accepted_by on invitations (accepted_by);
create index invitations_over on invitations ((coalesce(accepted_at, expires_at)));

create table email_verifications (
  token_hash bytea primary key,
  account_id bigint not null references accounts on delete cascade,
  email text not null,
  expires_at timestamptz not null
);
create index email_verifications_account on email_verifications (account_id);
create index email_verifications_expiry on email_verifications (expires_at);

create table second_factors (
  account_id bigint primary key references accounts on delete cascade,
  -- The shared secret of the authenticator app, sealed.
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was entered: until then nobody is asked for one.
  confirmed_at timestamptz,
  -- The time step of the last code that was accepted: each code works once.
  last_step bigint not null default 0,
  recovery_hashes bytea[] not null default '{}'
);

-- Who an identity provider says somebody is.
create table oidc_identities (
  issuer text not null,
  subject text not null,
  account_id bigint not null references accounts on delete cascade,
  created_at timestamptz not null,
  primary key (issuer, subject)
);
create index oidc_identities_account on oidc_identities (account_id);
