-- Allocations of people to groups (arms): in balanced blocks, by the big stick or by minimisation. The service checks the rules.
create table allocations (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  -- [{name, weight}]
  arms jsonb not null,
  block text not null,
  block_sizes integer[] not null,
  -- {limit}, or {factors: [{name, levels, weight}], probability}; null for blocks.
  rule jsonb,
  -- SHA-256 of the seed's text, published at once.
  sha256 text not null,
  -- Encrypted until the allocation is closed.
  sealed_seed bytea,
  seed text,
  created_at timestamptz not null,
  closed_at timestamptz,
  -- SHA-256 of all arms, once it is closed.
  digest text,
  -- Signed after that, in JSON.
  receipt text,
  check ((closed_at is null) = (seed is null)),
  check ((seed is null) <> (sealed_seed is null))
);

create index allocations_account_id on allocations (account_id, created_at);

-- How far the sequence of each stratum is. Whoever assigns holds the lock on its row.
create table allocation_strata (
  allocation_id uuid not null references allocations (id) on delete cascade,
  ordinal integer not null,
  stratum text not null,
  -- The block that is being filled, and how many of its places are taken.
  block integer not null default 0,
  taken integer not null default 0,
  assigned integer not null default 0,
  -- People per arm, and first places of blocks per arm.
  counts integer[] not null,
  firsts integer[] not null,
  -- Minimisation: people by factor, level and arm, one after another.
  level_counts integer[],
  primary key (allocation_id, stratum)
);

create table allocation_assignments (
  allocation_id uuid not null,
  account_id bigint not null references accounts (id) on delete cascade,
  participant text not null,
  stratum text not null,
  -- 0-based, in the stratum.
  position integer not null,
  arm smallint not null,
  id uuid not null,
  assigned_at timestamptz not null,
  -- Who did it, as in allocation_events.
  assigned_by text not null,
  -- Minimisation: the participant's levels, and people by factor and arm with the same levels before.
  profile text,
  before_counts integer[],
  -- If it was made in error: when that was said, by whom and why. Its place in the sequence stays taken.
  invalidated_at timestamptz,
  invalidated_by text,
  invalid_reason text,
  primary key (allocation_id, participant),
  unique (allocation_id, stratum, position),
  foreign key (allocation_id, stratum) references allocation_strata (allocation_id, stratum) on delete cascade
);

create index allocation_assignments_account_id on allocation_assignments (account_id);
create index allocation_assignments_invalid on allocation_assignments (allocation_id, arm) where invalidated_at is not null;

-- Who works on an allocation beside its owner, by confirmed address.
create table allocation_members (
  allocation_id uuid not null references allocations (id) on delete cascade,
  -- The owner of the allocation.
  account_id bigint not null references accounts (id) on delete cascade,
  email text not null,
  rights text[] not null,
  created_at timestamptz not null,
  primary key (allocation_id, email)
);

create index allocation_members_email on allocation_members (email);
create index allocation_members_account_id on allocation_members (account_id);

-- What was done with an allocation that an auditor asks about.
create table allocation_events (
  id bigint generated always as identity primary key,
  allocation_id uuid not null references allocations (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  at timestamptz not null,
  -- Who did it.
  actor text not null,
  event text not null,
  -- About whom, and why.
  subject text not null,
  reason text not null
);

create index allocation_events_allocation_id on allocation_events (allocation_id, id);
create index allocation_events_subject on allocation_events (allocation_id, subject);
create index allocation_events_account_id on allocation_events (account_id);
