-- When the last scheduled backup was made.
alter table deployment_state add column backed_up_at timestamptz not null default '-infinity';
