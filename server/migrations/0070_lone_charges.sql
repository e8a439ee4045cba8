-- A batch of one charge, which is most of them unless many callers come at once. Where the allowance holds it, three statements decide it and
-- note it; charge_batch, which takes seven, decides everything else: an account that is locked or gone, and charges from the balance.
create function charge_alone(
  p_account bigint, p_key bigint, p_meter text, p_units bigint, p_allowance bigint, p_day date, p_slot uuid, p_batch bigint
) returns table (place integer, granted boolean, from_allowance bigint, from_topup bigint, used bigint, busy boolean)
language plpgsql set plan_cache_mode = force_generic_plan set lock_timeout = '2s' as $$
declare
  this_month date := date_trunc('month', p_day)::date;
begin
  perform 1 from topup_balances b where b.account_id = p_account for update skip locked;
  if found then
    insert into usage_months as m (account_id, month, meter, from_allowance, from_topup)
      select p_account, this_month, p_meter, p_units, 0 where p_allowance is null or p_units <= p_allowance
      on conflict (account_id, month, meter) do update set from_allowance = m.from_allowance + excluded.from_allowance
      where p_allowance is null or m.from_allowance + excluded.from_allowance <= p_allowance
      returning m.from_allowance + m.from_topup into used;
  end if;
  if not found then
    return query select * from charge_batch(
      array[p_account], array[p_key], array[p_meter], array[p_units], array[p_allowance], array[p_day], false, p_slot, p_batch);
    return;
  end if;
  with noted_day as (
    insert into usage_days as d (account_id, day, meter, units) values (p_account, p_day, p_meter, p_units)
    on conflict (account_id, day, meter) do update set units = d.units + excluded.units
  ), noted_key as (
    insert into usage_keys as k (account_id, month, key_id, calls)
      select p_account, this_month, p_key, 1 where p_key is not null
    on conflict (account_id, month, key_id) do update set calls = k.calls + excluded.calls
  )
  insert into charge_slots as s (id, batch, from_topup, opened_at) values (p_slot, p_batch, '{0}', now())
    on conflict (id) do update set batch = excluded.batch, from_topup = excluded.from_topup where s.batch < excluded.batch;
  if not found then
    raise exception 'batch % of slot % was cancelled before it ran', p_batch, p_slot using errcode = 'query_canceled';
  end if;
  place := 1;
  granted := true;
  from_allowance := p_units;
  from_topup := 0;
  busy := false;
  return next;
end $$;
