-- Allocations without blocks: the big stick and minimisation. The rules are checked by the service.
alter table allocations drop constraint allocations_block_check;

alter table allocations
  -- {limit}, or {factors: [{name, levels, weight}], probability}; null for blocks.
  add column rule jsonb;

alter table allocation_strata
  -- Minimisation: people by factor, level and arm, one after another.
  add column level_counts integer[];

alter table allocation_assignments
  -- Minimisation: the participant's levels, and people by factor and arm with the same levels before.
  add column profile text,
  add column before_counts integer[];

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
create index allocation_events_account_id on allocation_events (account_id);

-- Results that their owners made public, with the receipts that prove them.
create table published_draws (
  id text primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  title text not null,
  -- All of the page as it was first written, in JSON that ends inside the list of the receipts of its commitments: reveals are added to it.
  page text not null,
  -- Commitments whose reveals were not there yet.
  unrevealed uuid[] not null,
  created_at timestamptz not null
);

create index published_draws_account_id on published_draws (account_id, created_at);
