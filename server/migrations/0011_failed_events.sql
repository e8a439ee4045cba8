-- Payment events that could not be settled: tried again for a day, then set aside for a person to look at.
create table billing_failed_events (
  id text primary key,
  type text not null,
  subject_kind text not null check (subject_kind in ('checkout', 'subscription', 'payment')),
  subject_id text not null,
  attempts integer not null default 1,
  last_error text not null,
  first_at timestamptz not null,
  set_aside_at timestamptz
);
create index billing_failed_events_first_at on billing_failed_events (first_at);
