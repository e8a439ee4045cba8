-- Searching a million accounts without reading their rows: all that a search filters and sorts by is in the index, so that only the rows of
-- one page are read. PostgreSQL answers from an index on an expression only where the columns of the expression are in it too.
drop index accounts_email_start;
drop index accounts_email_end;
create index accounts_email_start on accounts (lower(email) text_pattern_ops)
  include (id, email, plan, role, disabled_at) where deleted_at is null;
create index accounts_email_end on accounts (reverse(lower(email)) text_pattern_ops)
  include (id, email, plan, role, disabled_at) where deleted_at is null;

-- The same for top-ups that were bought.
drop index billing_checkouts_complete;
create index billing_checkouts_complete on billing_checkouts (created_at) include (kind, item) where status = 'complete';
