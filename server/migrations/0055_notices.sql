-- Emails that tell people something about their account. A row is written with the email, in one transaction: so each is sent once.
create table notices (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  -- What it is about, period included, such as '2026-03 ai/chat 80 free'.
  subject text not null,
  at timestamptz not null,
  primary key (account_id, kind, subject)
);
create index notices_at on notices (at);

-- The kinds that somebody does not want.
create table notice_refusals (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  primary key (account_id, kind)
);

-- From where an account was signed in to, so that a new network can be told.
create table sign_in_networks (
  account_id bigint not null references accounts on delete cascade,
  network text not null,
  last_at timestamptz not null,
  primary key (account_id, network)
);
create index sign_in_networks_last_at on sign_in_networks (last_at);

-- Keys that will expire.
create index api_keys_expiring on api_keys (expires_at) where revoked_at is null and replaced_by is null and expires_at is not null;
