-- Calls to AI providers by day and result, over all nodes. Nothing is decided by them.
create table provider_days (
  day date not null,
  target text not null,
  -- `ok`, or the cause of the error.
  result text not null,
  calls bigint not null,
  primary key (day, target, result)
);

-- Paid invoices of plans by day, first payments and renewals: counted in the transaction that settles the event.
create table billing_plan_payments (
  day date not null,
  plan text not null,
  count bigint not null,
  primary key (day, plan)
);
