-- Audits of models: what is asked, how far each is, and which node works on it.
create table audits (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  -- The key that started or resumed it last; null if a person did.
  key_id bigint,
  -- Who is asked and how: {name, model, provider, mode, sample, margins, set}.
  terms jsonb not null,
  -- The pairs that were drawn, in order.
  pairs jsonb not null,
  prompts integer not null,
  state text not null check (state in ('running', 'paused', 'cancelled', 'done')),
  -- Why it is paused.
  reason text,
  detail text,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- The node that works on it, and until when the others leave it alone.
  node uuid,
  held_until timestamptz,
  conclusion text,
  sentence text,
  -- With its receipt, as JSON; as text, so that every digit stays.
  report text,
  check ((state = 'done') = (report is not null))
);

create index audits_account_id on audits (account_id, created_at);
create index audits_held_until on audits (held_until) where state = 'running';

-- A row is made with its charge, in one transaction, before the model is asked. Once an audit is done, its report has the answers.
create table audit_answers (
  audit_id uuid not null references audits (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  -- Twice the place of the pair, and 1 for side b.
  place integer not null,
  -- What was taken for it; null: nothing.
  charge jsonb,
  -- Null: not answered yet.
  answer text,
  -- Who gave it and when: {provider, host, model, retries, at}; null: it was supplied, or withheld.
  given jsonb,
  primary key (audit_id, place)
);

create index audit_answers_account_id on audit_answers (account_id);

create table audit_events (
  id bigint generated always as identity primary key,
  audit_id uuid not null references audits (id) on delete cascade,
  account_id bigint not null references accounts (id) on delete cascade,
  at timestamptz not null,
  event text not null,
  detail text not null
);

create index audit_events_audit_id on audit_events (audit_id, id);
create index audit_events_account_id on audit_events (account_id);
