-- The sandbox became a simulated Stripe: its books hold objects as Stripe describes them. What was bought with play money under
-- the old one cannot be continued; the plans it gave end at their dates.
delete from billing_checkouts where cashier = 'sandbox';
delete from billing_subscriptions where cashier = 'sandbox';
delete from billing_customers where cashier = 'sandbox';
delete from billing_erased_customers where customer_id like 'sandbox\_%';
drop table sandbox_objects;

create table sandbox_objects (
  id text primary key,
  -- The order in which things were made.
  nth bigint generated always as identity,
  -- The customer it belongs to.
  owner text not null,
  object text not null,
  content jsonb not null,
  created_at timestamptz not null
);
create index sandbox_objects_owner on sandbox_objects (owner, nth);
create index sandbox_objects_events on sandbox_objects (nth) where object = 'event';
create index sandbox_objects_subscriptions on sandbox_objects (owner) where object = 'subscription';
create index sandbox_objects_created_at on sandbox_objects (created_at);
