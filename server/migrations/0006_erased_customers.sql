-- The customers whose account was erased, by the cashier's id alone: money that still comes in for one of them is told from money
-- that is none of our business.
create table billing_erased_customers (
  customer_id text primary key,
  erased_at timestamptz not null default now()
);

create function keep_erased_customer() returns trigger language plpgsql as $$
begin
  insert into billing_erased_customers (customer_id) values (old.customer_id) on conflict do nothing;
  return null;
end $$;
create trigger billing_customers_erased after delete on billing_customers
  for each row when (old.customer_id is not null) execute function keep_erased_customer();
