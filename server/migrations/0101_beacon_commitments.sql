-- Draws that were announced before the round of a beacon existed that decides them. They hold no secret.
create table beacon_commitments (
  id uuid primary key,
  account_id bigint not null references accounts (id) on delete cascade,
  name text not null,
  round bigint not null,
  -- What will be drawn, as it stands in the receipt.
  draw jsonb not null,
  created_at timestamptz not null,
  -- The one draw, once it was made: its id, its time, and the signature of the round.
  draw_id uuid,
  drawn_at timestamptz,
  signature text,
  check ((draw_id is null) = (drawn_at is null) and (draw_id is null) = (signature is null))
);

create index beacon_commitments_account_id on beacon_commitments (account_id, created_at);
