-- Emails that wait to be sent. A row is written in the transaction that causes the email, and deleted when the mail server has taken it.
create table outbox (
  id bigint generated always as identity primary key,
  recipient text not null,
  -- Subject, text and headers, encrypted: the text may hold a link that signs somebody in.
  content bytea not null,
  created_at timestamptz not null,
  -- When to try next. While a node is sending it, a moment far enough ahead that no other node takes it.
  due_at timestamptz not null,
  -- After this the email is no longer of use and is deleted.
  expires_at timestamptz not null,
  attempts integer not null default 0,
  last_error text
);
create index outbox_due on outbox (due_at);
create index outbox_expiry on outbox (expires_at);

-- Emails that tell people something about their account. A row is written with the email, in one transaction: so each is sent once.
create table notices (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  -- What it is about, period included, such as '2026-03 ai/chat 80 free'.
  subject text not null,
  at timestamptz not null,
  primary key (account_id, kind, subject)
);
create index notices_at on notices (at);

-- The kinds of notices that somebody has switched off.
create table notice_opt_outs (
  account_id bigint not null references accounts on delete cascade,
  kind text not null,
  primary key (account_id, kind)
);

create table newsletter (
  email text primary key,
  token text not null unique,
  subscribed_at timestamptz not null,
  -- Nobody gets the newsletter before they have confirmed it from their own mailbox.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz
);
create index newsletter_unsubscribed_at on newsletter (unsubscribed_at) where unsubscribed_at is not null;
create index newsletter_unconfirmed on newsletter (subscribed_at) where confirmed_at is null;
