-- Every start of a process with CERTIFIED_MODE: its number goes into the derivation of seeds, so that no two starts share a stream.
create table certified_boots (
  boot bigint generated always as identity primary key,
  instance uuid not null,
  started_at timestamptz not null
);
