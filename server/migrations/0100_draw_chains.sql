-- Receipts of a commitment form a chain: nonces are used in order, and each receipt carries the hash of the one before.
alter table draw_commitments
  -- The hash of the last receipt: of the commitment, then of each draw. Null for commitments from before there were chains.
  add column chain_sha256 text,
  -- How many draws the chain has: the next nonce.
  add column chain_length bigint not null default 0,
  -- How many draws it serves; null if that is not fixed.
  add column draws_max bigint;

alter table committed_draws
  -- The hash of this draw's receipt. Null where there is no chain.
  add column receipt_sha256 text;
