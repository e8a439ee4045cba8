-- Emails that wait to be sent. A row is written in the transaction that causes the email, and deleted when the mail server has taken it.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  -- Subject, text and headers, sealed: the text may hold a link that signs somebody in.
  content bytea not null,
  created_at timestamptz not null,
  -- When to try next; while a node is sending, a moment far enough ahead that no other node takes it.
  due_at timestamptz not null,
  -- After this the email is of no use any more and is dropped.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  last_error text
);
create index outbox_due on outbox (due_at);
create index outbox_expiry on outbox (expires_at);
