-- A plan that renews has an end only for the case that nothing is heard of it any more: its owner is not shown that one.
alter table accounts add column plan_renews boolean not null default false;

update accounts a set plan_renews = true where exists (
  select 1 from billing_subscriptions s
  where s.account_id = a.id and s.plan = a.plan and s.status = 'active' and (s.cancels_at is null or s.cancels_at > s.period_end));
