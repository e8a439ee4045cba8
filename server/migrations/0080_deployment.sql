-- Sums over all accounts, written every few minutes: a screen must not add up millions of rows.
create table deployment_days (
  day date not null,
  plan text not null,
  meter text not null,
  units bigint not null,
  accounts bigint not null,
  primary key (day, plan, meter)
);
create index deployment_days_day on deployment_days (day);

create table deployment_top (
  month date not null,
  meter text not null,
  place integer not null,
  account_id bigint not null references accounts on delete cascade,
  units bigint not null,
  primary key (month, meter, place)
);
create index deployment_top_account on deployment_top (account_id);

create table deployment_state (
  only_row boolean primary key default true check (only_row),
  summed_at timestamptz not null,
  -- When the last scheduled backup was made.
  backed_up_at timestamptz not null default '-infinity',
  -- What every screen shows.
  notice text
);
insert into deployment_state (summed_at) values ('-infinity');

-- Requests to AI providers by day and result, over all nodes. Nothing is decided by them.
create table provider_days (
  day date not null,
  target text not null,
  -- `ok`, or the cause of the error.
  result text not null,
  calls bigint not null,
  primary key (day, target, result)
);
