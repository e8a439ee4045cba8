-- The words of an account's own: those that are right in its texts, and those to point out.
create table account_words (
  account_id bigint primary key references accounts on delete cascade,
  ignore jsonb not null,
  flag jsonb not null,
  updated_at timestamptz not null
);
