-- outside a transaction
-- Searching a million accounts without reading their rows: all that a search filters and sorts by is in the index, so that only the rows of
-- one page are read. PostgreSQL answers from an index on an expression only where the columns of the expression are in it too.
drop index concurrently if exists accounts_email_start_new;
create index concurrently accounts_email_start_new on accounts (lower(email) text_pattern_ops)
  include (id, email, plan, role, disabled_at) where deleted_at is null;
drop index concurrently if exists accounts_email_start;
alter index accounts_email_start_new rename to accounts_email_start;

drop index concurrently if exists accounts_email_end_new;
create index concurrently accounts_email_end_new on accounts (reverse(lower(email)) text_pattern_ops)
  include (id, email, plan, role, disabled_at) where deleted_at is null;
drop index concurrently if exists accounts_email_end;
alter index accounts_email_end_new rename to accounts_email_end;

-- The same for top-ups that were bought.
drop index concurrently if exists billing_checkouts_complete_new;
create index concurrently billing_checkouts_complete_new on billing_checkouts (created_at) include (kind, item)
  where status = 'complete';
drop index concurrently if exists billing_checkouts_complete;
alter index billing_checkouts_complete_new rename to billing_checkouts_complete;
