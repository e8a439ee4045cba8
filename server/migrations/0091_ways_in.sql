-- What the owner of an account must know about a connected identity to recognise it. Null: connected before this was kept.
alter table oidc_identities
  add column email text,
  add column last_used_at timestamptz;

-- Where the link was sent to: using it proves that address, and no other that the account has got since. Null: it was handed over.
alter table password_resets add column email text;

-- Made by the service when it started, for the first administrator; the next start ends it.
alter table invitations add column at_start boolean not null default false;
