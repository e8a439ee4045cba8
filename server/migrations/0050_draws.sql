-- Ed25519 keys that sign receipts. One is active; retired ones stay, so that older receipts can still be checked.
create table signing_keys (
  id bigint generated always as identity primary key,
  public_key bytea not null unique,
  -- Encrypted; removed when the key is retired.
  private_key bytea,
  created_at timestamptz not null,
  retired_at timestamptz,
  check (retired_at is not null or private_key is not null)
);

create unique index signing_keys_active on signing_keys ((true)) where retired_at is null;

-- What decides draws that are made later: a server seed whose SHA-256 is public, or the round of a beacon that is not public yet.
create table draw_commitments (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  -- Of the server seed; of the receipt if a round decides.
  sha256 text not null,
  -- Encrypted until it is revealed.
  sealed_seed bytea,
  server_seed text,
  created_at timestamptz not null,
  revealed_at timestamptz,
  -- How many draws it serves; null if that is not fixed.
  draws_max bigint,
  -- Receipts form a chain: this is the hash of the last one, of the commitment or of a draw.
  chain_sha256 text not null,
  -- How many draws the chain has: the next nonce.
  chain_length bigint not null default 0,
  -- The receipts as they were signed, in JSON.
  receipt text not null,
  reveal_receipt text,
  -- The round that decides, and its signature once the draw was made.
  round bigint,
  signature text,
  -- When its owner deleted it. The row stays, without its name and its receipts, so that others learn how many there were.
  deleted_at timestamptz,
  check ((revealed_at is null) = (server_seed is null)),
  check (num_nonnulls(sealed_seed, server_seed, round) = 1)
);

create index draw_commitments_account_id on draw_commitments (account_id, created_at);

-- One row for each nonce that was used: it belongs to one request for ever.
create table committed_draws (
  commitment_id uuid not null references draw_commitments (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  nonce bigint not null,
  id uuid not null,
  -- SHA-256 of the settings and the client seed. Empty if a round decides: the receipt of the commitment has the settings.
  fingerprint bytea not null,
  drawn_at timestamptz not null,
  -- The hash of this draw's receipt.
  receipt_sha256 text not null,
  primary key (commitment_id, nonce)
);

create index committed_draws_account_id on committed_draws (account_id);

-- Results that their owners made public, with the receipts that prove them.
create table published_draws (
  id text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  title text not null,
  -- All of the page as it was first written, in JSON that ends inside the list of the receipts of its commitments: reveals are added to it.
  -- As bytes: nothing is decoded and encoded again for each reader.
  page bytea not null,
  -- Commitments whose reveals were not there yet.
  unrevealed uuid[] not null,
  -- Of one draw that its owner kept: the kind and the first values, in JSON, for the picture that other sites show with the link.
  shown text,
  created_at timestamptz not null,
  -- When its owner withdrew it. The row stays, without its title and its page, so that the link says so.
  withdrawn_at timestamptz
);

create index published_draws_account_id on published_draws (account_id, created_at);

-- Results whose account was deleted, by their id alone: so that a link says that there was one, and when it went.
create table deleted_results (
  id text primary key,
  deleted_at timestamptz not null
);
create index deleted_results_deleted_at on deleted_results (deleted_at);

-- The last draws that an account asked to keep, to be listed on any of its devices.
create table kept_draws (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  drawn_at timestamptz not null,
  -- The kind and the first values, in JSON, and the receipt as it was signed.
  drawn text not null,
  receipt text not null,
  -- Where it was published last.
  published_id text
);

create index kept_draws_account_id on kept_draws (account_id, drawn_at);

-- The names that somebody is about to draw from, as they were typed.
create table draw_names (
  account_id bigint primary key references accounts (id) on delete cascade,
  names text not null,
  updated_at timestamptz not null
);

-- Every start of a process with CERTIFIED_MODE: its number goes into the derivation of seeds, so that no two starts share a stream.
create table certified_boots (
  boot bigint generated always as identity primary key,
  instance uuid not null,
  started_at timestamptz not null
);

-- Prize draws. Each is locked when it is made: what decides it never changes.
create table prize_draws (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- How many prize draws the account had locked, with this one.
  number bigint not null,
  title text not null,
  size integer not null,
  created_at timestamptz not null,
  -- The round that decides; null of an instant-win list, which has an end of sales instead.
  round bigint,
  ends_at timestamptz,
  -- The signed document that was published, and the signed result, in JSON.
  lock text not null,
  result text,
  -- Time stamps of both (RFC 3161), in DER; null without an authority.
  lock_stamp bytea,
  result_stamp bytea,
  -- The signature of the round, once the draw was made.
  signature text,
  -- With a second beacon: the minute of NIST's pulse, the pulse, and its time stamp (RFC 3161).
  nist_at timestamptz,
  pulse text,
  pulse_stamp bytea,
  -- The draw that this one replaces.
  replaces uuid,
  -- Encrypted: the salts of all entries follow from it. Null once the names were deleted.
  sealed_key bytea,
  -- The sealed entries, and all hashes of the tree over them, 32 bytes each.
  sealed bytea not null,
  tree bytea not null,
  -- Of the names.
  bytes bigint not null
);

-- Never compressed, so that a proof reads only its few hashes.
alter table prize_draws alter column sealed set storage external, alter column tree set storage external;
create index prize_draws_account_id on prize_draws (account_id, created_at);
create index prize_draws_due on prize_draws (round) where result is null;
create index prize_draws_pulse_due on prize_draws (nist_at) where pulse is null and nist_at is not null;
create index prize_draws_replaces on prize_draws (replaces) where replaces is not null;

-- The names, 250 to a row, as a JSON list.
create table prize_pages (
  draw_id uuid not null references prize_draws (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  page integer not null,
  entries text not null,
  primary key (draw_id, page)
);

create index prize_pages_account_id on prize_pages (account_id);

-- Entries that cannot win, with the reasons, which everybody can read. Of an instant-win list: the tickets that were looked up and have a
-- prize, with the prize.
create table prize_exclusions (
  draw_id uuid not null references prize_draws (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  position integer not null,
  kind text not null,
  reason text not null,
  at timestamptz not null,
  primary key (draw_id, position)
);

create index prize_exclusions_account_id on prize_exclusions (account_id);
