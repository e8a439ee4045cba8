-- If the tables of usage are distributed over several database servers, a slot lies with those accounts that are charged under it: this is
-- one of them. In a single database it is 0.
alter table charge_slots add column account_id bigint not null default 0;
alter table charge_slots add constraint charge_slots_id_account unique (id, account_id);
