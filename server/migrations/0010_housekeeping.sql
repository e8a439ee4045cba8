-- An account that is being deleted: nobody can use it any more, and what belongs to it goes in pieces.
alter table accounts add column deleted_at timestamptz;
create index accounts_deleted_at on accounts (deleted_at) where deleted_at is not null;

-- What housekeeping looks for, so that it never reads a whole table.
create index api_keys_over on api_keys ((least(revoked_at, expires_at)));
create index usage_days_day on usage_days (day);
create index usage_months_month on usage_months (month);
create index usage_keys_month on usage_keys (month);
create index billing_checkouts_unpaid on billing_checkouts (created_at) where status <> 'complete';
create index billing_events_received_at on billing_events (received_at);
create index billing_subscriptions_ended on billing_subscriptions (updated_at) where status = 'ended';
create index billing_erased_customers_erased_at on billing_erased_customers (erased_at);
create index newsletter_unsubscribed_at on newsletter (unsubscribed_at) where unsubscribed_at is not null;
