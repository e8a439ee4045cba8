-- Tokens of models by account, month and API key (0: no key), for statistics. Nothing is decided by them.
create table token_use (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  key_id bigint not null,
  calls bigint not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  -- In millionths of a euro; null while no call had a known price.
  cost_micros bigint,
  primary key (account_id, month, key_id)
);
create index token_use_month on token_use (month);
