-- One row an account, made with the account. Whoever changes what an account has used or has left locks this row first, so
-- that all of it is decided one after the other, on any number of nodes, and in one order: there is no deadlock between meters.
create table topup_balances (
  account_id bigint primary key references accounts on delete cascade,
  -- Below zero only where a refund took back what had already been spent.
  compute bigint not null default 0,
  ai_calls bigint not null default 0
);
insert into topup_balances (account_id) select id from accounts;

create function open_topup_balance() returns trigger language plpgsql as $$
begin
  insert into topup_balances (account_id) values (new.id);
  return null;
end $$;
create trigger accounts_topup_balance after insert on accounts for each row execute function open_topup_balance();

create table usage_months (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  meter text not null,
  from_allowance bigint not null default 0 check (from_allowance >= 0),
  from_topup bigint not null default 0 check (from_topup >= 0),
  primary key (account_id, month, meter)
);

create table usage_days (
  account_id bigint not null references topup_balances on delete cascade,
  day date not null,
  meter text not null,
  units bigint not null check (units >= 0),
  primary key (account_id, day, meter)
);

create table usage_keys (
  account_id bigint not null references topup_balances on delete cascade,
  month date not null,
  key_id bigint not null,
  calls bigint not null check (calls >= 0),
  primary key (account_id, month, key_id)
);

-- Charges that were given back, so that giving back twice changes nothing.
create table give_backs (
  charge_id uuid primary key,
  account_id bigint not null references topup_balances on delete cascade,
  at timestamptz not null
);
create index give_backs_at on give_backs (at);

-- Decides a batch of charges, each of them as a whole: first the allowance of its month, then the purchased balance, else
-- nothing. Answers one row a charge, in any order; `granted` is null where the account is gone.
create function charge_batch(
  p_accounts bigint[], p_keys bigint[], p_meters text[], p_units bigint[], p_allowances bigint[], p_days date[]
) returns table (place integer, granted boolean, from_allowance bigint, from_topup bigint, used bigint)
language plpgsql as $$
declare
  locked bigint[];
  grp record;
  balance bigint;
  spent bigint;
  taken_allowance bigint;
  taken_topup bigint;
  granted_places integer[] := '{}';
begin
  select array_agg(t.account_id) into locked from (
    select b.account_id from topup_balances b where b.account_id = any(p_accounts) order by b.account_id for update
  ) t;
  for grp in
    select q.account_id, q.meter, date_trunc('month', q.day)::date as month,
           array_agg(q.nth order by q.nth) as places,
           array_agg(q.units order by q.nth) as units,
           array_agg(q.allowance order by q.nth) as allowances
    from unnest(p_accounts, p_meters, p_units, p_allowances, p_days)
         with ordinality as q(account_id, meter, units, allowance, day, nth)
    group by 1, 2, 3
  loop
    if not grp.account_id = any(coalesce(locked, '{}')) then
      for i in 1 .. cardinality(grp.places) loop
        place := grp.places[i]; granted := null; from_allowance := 0; from_topup := 0; used := 0;
        return next;
      end loop;
      continue;
    end if;
    select case when grp.meter = 'compute' then b.compute else b.ai_calls end into balance
      from topup_balances b where b.account_id = grp.account_id;
    select m.from_allowance, m.from_topup into spent, used
      from usage_months m where m.account_id = grp.account_id and m.month = grp.month and m.meter = grp.meter;
    spent := coalesce(spent, 0);
    used := spent + coalesce(used, 0);
    taken_allowance := 0;
    taken_topup := 0;
    for i in 1 .. cardinality(grp.places) loop
      place := grp.places[i];
      from_allowance := case when grp.allowances[i] is null then grp.units[i]
        else least(grp.units[i], greatest(0, grp.allowances[i] - spent - taken_allowance)) end;
      from_topup := grp.units[i] - from_allowance;
      granted := from_topup <= greatest(0, balance - taken_topup);
      if granted then
        taken_allowance := taken_allowance + from_allowance;
        taken_topup := taken_topup + from_topup;
        used := used + grp.units[i];
        granted_places := granted_places || place;
      else
        from_allowance := 0;
        from_topup := 0;
      end if;
      return next;
    end loop;
    insert into usage_months as m (account_id, month, meter, from_allowance, from_topup)
      select grp.account_id, grp.month, grp.meter, taken_allowance, taken_topup
      where taken_allowance > 0 or taken_topup > 0
      on conflict (account_id, month, meter) do update
      set from_allowance = m.from_allowance + excluded.from_allowance, from_topup = m.from_topup + excluded.from_topup;
    if taken_topup > 0 then
      update topup_balances b set
        compute = b.compute - case when grp.meter = 'compute' then taken_topup else 0 end,
        ai_calls = b.ai_calls - case when grp.meter = 'compute' then 0 else taken_topup end
      where b.account_id = grp.account_id;
    end if;
  end loop;
  insert into usage_days as d (account_id, day, meter, units)
    select q.account_id, q.day, q.meter, sum(q.units)
    from unnest(p_accounts, p_meters, p_units, p_days) with ordinality as q(account_id, meter, units, day, nth)
    where q.nth = any(granted_places) group by 1, 2, 3
    on conflict (account_id, day, meter) do update set units = d.units + excluded.units;
  insert into usage_keys as k (account_id, month, key_id, calls)
    select q.account_id, date_trunc('month', q.day)::date, q.key_id, count(*)
    from unnest(p_accounts, p_keys, p_days) with ordinality as q(account_id, key_id, day, nth)
    where q.nth = any(granted_places) and q.key_id is not null group by 1, 2, 3
    on conflict (account_id, month, key_id) do update set calls = k.calls + excluded.calls;
end $$;

-- Puts back exactly what a charge took, once. Answers whether it did.
create function give_back(
  p_charge uuid, p_account bigint, p_key bigint, p_meter text, p_from_allowance bigint, p_from_topup bigint, p_day date,
  p_at timestamptz
) returns boolean
language plpgsql as $$
declare
  p_month date := date_trunc('month', p_day)::date;
begin
  perform 1 from topup_balances b where b.account_id = p_account for update;
  if not found then return false; end if;
  insert into give_backs (charge_id, account_id, at) values (p_charge, p_account, p_at) on conflict do nothing;
  if not found then return false; end if;
  update usage_months m set from_allowance = m.from_allowance - p_from_allowance, from_topup = m.from_topup - p_from_topup
    where m.account_id = p_account and m.month = p_month and m.meter = p_meter;
  update usage_days d set units = d.units - p_from_allowance - p_from_topup
    where d.account_id = p_account and d.day = p_day and d.meter = p_meter;
  update usage_keys k set calls = k.calls - 1
    where k.account_id = p_account and k.month = p_month and k.key_id = p_key;
  update topup_balances b set
    compute = b.compute + case when p_meter = 'compute' then p_from_topup else 0 end,
    ai_calls = b.ai_calls + case when p_meter = 'compute' then 0 else p_from_topup end
  where b.account_id = p_account;
  return true;
end $$;
