-- What administrators did, to whom and why. It outlives the accounts it speaks of.
create table admin_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- Null: by the command line of whoever runs the service.
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

-- For looking through a million accounts: by the beginning or the end of an address, by plan, by state, in either order.
create index accounts_email_start on accounts (lower(email) text_pattern_ops);
create index accounts_email_end on accounts (reverse(lower(email)) text_pattern_ops);
create index accounts_plan on accounts (plan, id desc);
create index accounts_plan_email on accounts (plan, lower(email));
create index accounts_disabled on accounts (id desc) where disabled_at is not null;
create index api_keys_prefix on api_keys (key_prefix);

-- Sums over all accounts, written every few minutes: a screen must not add up millions of rows.
create table deployment_days (
  day date not null,
  plan text not null,
  meter text not null,
  units bigint not null,
  accounts bigint not null,
  primary key (day, plan, meter)
);
create table deployment_top (
  month date not null,
  meter text not null,
  place integer not null,
  account_id bigint not null references accounts on delete cascade,
  units bigint not null,
  primary key (month, meter, place)
);
create index deployment_days_day on deployment_days (day);
create index deployment_top_account on deployment_top (account_id);
create table deployment_state (
  only_row boolean primary key default true check (only_row),
  summed_at timestamptz not null
);
insert into deployment_state (summed_at) values ('-infinity');

create index billing_checkouts_complete on billing_checkouts (created_at) where status = 'complete';
create index billing_subscriptions_running on billing_subscriptions (plan, status) where status <> 'ended';
