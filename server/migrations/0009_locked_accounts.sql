-- One locked account stops nobody else.

-- Deleting a row looks for the rows that refer to it: without an index, by reading the whole table while locks are held.
create index api_keys_replaced_by on api_keys (replaced_by) where replaced_by is not null;
create index give_backs_account on give_backs (account_id);

-- Where p_waits is false, charges of an account that somebody else holds come back as busy, undecided, and all others are
-- decided at once. Where it is true, the locks are waited for, two seconds each. Answers one row a charge, in any order; `granted` is
-- null where the account is gone or busy.
drop function charge_batch(bigint[], bigint[], text[], bigint[], bigint[], date[]);
create function charge_batch(
  p_accounts bigint[], p_keys bigint[], p_meters text[], p_units bigint[], p_allowances bigint[], p_days date[],
  p_waits boolean default true
) returns table (place integer, granted boolean, from_allowance bigint, from_topup bigint, used bigint, busy boolean)
language plpgsql set plan_cache_mode = force_generic_plan set lock_timeout = '2s' as $$
declare
  held bigint[];
  grp record;
  this_month date;
  balance bigint;
  spent bigint;
  taken_allowance bigint;
  taken_topup bigint;
  granted_places integer[];
begin
  if p_waits then
    perform 1 from topup_balances b where b.account_id = any(p_accounts) order by b.account_id for update;
  else
    select coalesce(array_agg(t.account_id), '{}') into held from (
      select b.account_id from topup_balances b where b.account_id = any(p_accounts)
      order by b.account_id for update skip locked) t;
  end if;
  for grp in
    select q.account_id, q.meter, q.day, array_agg(q.nth::integer order by q.nth) as places
    from unnest(p_accounts, p_meters, p_days) with ordinality as q(account_id, meter, day, nth)
    group by 1, 2, 3
  loop
    this_month := date_trunc('month', grp.day)::date;
    select case when grp.meter = 'compute' then b.compute else b.ai_calls end,
           coalesce(m.from_allowance, 0), coalesce(m.from_allowance + m.from_topup, 0)
      into balance, spent, used
      from topup_balances b
      left join usage_months m on m.account_id = b.account_id and m.month = this_month and m.meter = grp.meter
      where b.account_id = grp.account_id;
    busy := found and not p_waits and not grp.account_id = any(held);
    if busy or not found then
      granted := null; from_allowance := 0; from_topup := 0; used := 0;
      foreach place in array grp.places loop
        return next;
      end loop;
      continue;
    end if;
    taken_allowance := 0;
    taken_topup := 0;
    granted_places := '{}';
    foreach place in array grp.places loop
      from_allowance := case when p_allowances[place] is null then p_units[place]
        else least(p_units[place], greatest(0, p_allowances[place] - spent - taken_allowance)) end;
      from_topup := p_units[place] - from_allowance;
      granted := from_topup <= greatest(0, balance - taken_topup);
      if granted then
        taken_allowance := taken_allowance + from_allowance;
        taken_topup := taken_topup + from_topup;
        used := used + p_units[place];
        granted_places := granted_places || place;
      else
        from_allowance := 0;
        from_topup := 0;
      end if;
      return next;
    end loop;
    continue when cardinality(granted_places) = 0;
    insert into usage_months as m (account_id, month, meter, from_allowance, from_topup)
      values (grp.account_id, this_month, grp.meter, taken_allowance, taken_topup)
      on conflict (account_id, month, meter) do update
      set from_allowance = m.from_allowance + excluded.from_allowance, from_topup = m.from_topup + excluded.from_topup;
    insert into usage_days as d (account_id, day, meter, units)
      values (grp.account_id, grp.day, grp.meter, taken_allowance + taken_topup)
      on conflict (account_id, day, meter) do update set units = d.units + excluded.units;
    insert into usage_keys as k (account_id, month, key_id, calls)
      select grp.account_id, this_month, p_keys[n], count(*)
      from unnest(granted_places) n where p_keys[n] is not null group by 3
      on conflict (account_id, month, key_id) do update set calls = k.calls + excluded.calls;
    if taken_topup > 0 then
      update topup_balances b set
        compute = b.compute - case when grp.meter = 'compute' then taken_topup else 0 end,
        ai_calls = b.ai_calls - case when grp.meter = 'compute' then 0 else taken_topup end
      where b.account_id = grp.account_id;
    end if;
  end loop;
end $$;

-- A refund that cannot have the lock soon is tried again later, without keeping a connection.
alter function give_back(uuid, bigint, bigint, text, bigint, bigint, date, timestamptz) set lock_timeout = '500ms';
