-- All functions and triggers. This file runs as a whole after the migrations whenever it has changed (see README.md).

-- Decides a batch of charges, each of them as a whole: first the allowance of its month, then the purchased balance, otherwise nothing.
-- Returns one row for each charge, in any order; `granted` is null if the account is gone or busy. If p_waits is false, it waits as long as
-- other batches may take, a tenth of a second for all locks together, and not at all if the tables are distributed; then charges of accounts
-- that somebody else has locked come back as busy, undecided, and all others are decided. If it is true, it waits for the locks, two seconds
-- each. With a slot, the batch is noted there, and fails if it was cancelled meanwhile. If the tables are distributed, p_home is an account
-- of the database server that has those of the batch; otherwise it is 0.
create or replace function charge_batch(
  p_accounts bigint[], p_keys bigint[], p_meters text[], p_units bigint[], p_allowances bigint[], p_days date[],
  p_waits boolean default true, p_slot uuid default null, p_batch bigint default null, p_home bigint default 0
) returns table (place integer, granted boolean, from_allowance bigint, from_topup bigint, used bigint, busy boolean)
language plpgsql set plan_cache_mode = force_generic_plan set lock_timeout = '2s' as $$
declare
  started_at timestamptz := clock_timestamp();
  held bigint[] := '{}';
  one bigint;
  calls_made bigint;
  grp record;
  this_month date;
  balance bigint;
  spent bigint;
  taken_allowance bigint;
  taken_topup bigint;
  granted_places integer[];
  -- If the tables are distributed: the balances of the accounts in `held`, in their order.
  held_compute bigint[] := '{}';
  held_ai_calls bigint[] := '{}';
  its_compute bigint;
  its_ai_calls bigint;
  held_at integer;
  total bigint;
  allowance bigint;
  is_there boolean;
  is_noted boolean := false;
  taken bigint[] := array_fill(null::bigint, array[cardinality(p_accounts)]);
  has_taken boolean := false;
begin
  if p_home <> 0 then
    -- Citus locks rows only in statements about one account. It has much to do for each statement, so there are few of them.
    for one in select distinct a from unnest(p_accounts) a order by a loop
      if p_waits then
        select b.compute, b.ai_calls into its_compute, its_ai_calls from topup_balances b where b.account_id = one for update;
      else
        select b.compute, b.ai_calls into its_compute, its_ai_calls from topup_balances b where b.account_id = one
          for update skip locked;
      end if;
      if found then
        held := held || one;
        held_compute := held_compute || its_compute;
        held_ai_calls := held_ai_calls || its_ai_calls;
      end if;
    end loop;
  elsif p_waits then
    perform 1 from topup_balances b where b.account_id = any(p_accounts) order by b.account_id for update;
  else
    begin
      perform set_config('lock_timeout', '100ms', true);
      -- After each lock, what is left of the time is the limit for the next one.
      perform set_config(
          'lock_timeout', greatest(1, 100 - (extract(epoch from clock_timestamp() - started_at) * 1000)::integer)::text, true)
        from (select 1 from topup_balances b where b.account_id = any(p_accounts) order by b.account_id for update) locked;
      perform set_config('lock_timeout', '2s', true);
      held := p_accounts;
    exception when lock_not_available then
      select coalesce(array_agg(t.account_id), '{}') into held from (
        select b.account_id from topup_balances b where b.account_id = any(p_accounts)
        order by b.account_id for update skip locked) t;
    end;
  end if;
  for grp in
    select q.account_id, q.meter, q.day, array_agg(q.nth::integer order by q.nth) as places
    from unnest(p_accounts, p_meters, p_days) with ordinality as q(account_id, meter, day, nth)
    group by 1, 2, 3
  loop
    this_month := date_trunc('month', grp.day)::date;
    if p_home <> 0 then
      held_at := array_position(held, grp.account_id);
      is_noted := false;
      if held_at is null then
        perform 1 from topup_balances b where b.account_id = grp.account_id;
        is_there := found and not p_waits;
      else
        -- Most often the allowance covers the whole group: one statement decides and notes it, and leaves `spent` out.
        total := 0;
        allowance := p_allowances[grp.places[1]];
        spent := 0;
        is_noted := true;
        foreach place in array grp.places loop
          total := total + p_units[place];
          is_noted := is_noted and p_allowances[place] is not distinct from allowance;
        end loop;
        is_noted := is_noted and (allowance is null or total <= allowance);
        if is_noted then
          insert into usage_months as m (account_id, month, meter, from_allowance, from_topup)
            values (grp.account_id, this_month, grp.meter, total, 0)
            on conflict (account_id, month, meter) do update set from_allowance = m.from_allowance + excluded.from_allowance
            where allowance is null or m.from_allowance + excluded.from_allowance <= allowance
            returning m.from_allowance + m.from_topup - total into used;
          is_noted := found;
        end if;
        if not is_noted then
          select m.from_allowance, m.from_allowance + m.from_topup into spent, used from usage_months m
            where m.account_id = grp.account_id and m.month = this_month and m.meter = grp.meter;
          spent := coalesce(spent, 0);
          used := coalesce(used, 0);
        end if;
        is_there := true;
        balance := case when grp.meter = 'compute' then held_compute[held_at] else held_ai_calls[held_at] end;
      end if;
    else
      select case when grp.meter = 'compute' then b.compute else b.ai_calls end,
             coalesce(m.from_allowance, 0), coalesce(m.from_allowance + m.from_topup, 0)
        into balance, spent, used
        from topup_balances b
        left join usage_months m on m.account_id = b.account_id and m.month = this_month and m.meter = grp.meter
        where b.account_id = grp.account_id;
      is_there := found;
    end if;
    busy := is_there and not p_waits and not grp.account_id = any(held);
    if busy or not is_there then
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
        taken[place] := from_topup;
        has_taken := true;
      else
        from_allowance := 0;
        from_topup := 0;
      end if;
      return next;
    end loop;
    continue when cardinality(granted_places) = 0;
    if not is_noted then
      insert into usage_months as m (account_id, month, meter, from_allowance, from_topup)
        values (grp.account_id, this_month, grp.meter, taken_allowance, taken_topup)
        on conflict (account_id, month, meter) do update
        set from_allowance = m.from_allowance + excluded.from_allowance, from_topup = m.from_topup + excluded.from_topup;
    end if;
    insert into usage_days as d (account_id, day, meter, units)
      values (grp.account_id, grp.day, grp.meter, taken_allowance + taken_topup)
      on conflict (account_id, day, meter) do update set units = d.units + excluded.units;
    for one, calls_made in
      select p_keys[n], count(*) from unnest(granted_places) n where p_keys[n] is not null group by 1
    loop
      insert into usage_keys as k (account_id, month, key_id, calls) values (grp.account_id, this_month, one, calls_made)
        on conflict (account_id, month, key_id) do update set calls = k.calls + excluded.calls;
    end loop;
    if taken_topup > 0 then
      update topup_balances b set
        compute = b.compute - case when grp.meter = 'compute' then taken_topup else 0 end,
        ai_calls = b.ai_calls - case when grp.meter = 'compute' then 0 else taken_topup end
      where b.account_id = grp.account_id;
      if p_home <> 0 and grp.meter = 'compute' then
        held_compute[held_at] := balance - taken_topup;
      elsif p_home <> 0 then
        held_ai_calls[held_at] := balance - taken_topup;
      end if;
    end if;
  end loop;
  if p_slot is not null and has_taken then
    insert into charge_slots as s (id, account_id, batch, from_topup, opened_at) values (p_slot, p_home, p_batch, taken, now())
      on conflict (id, account_id) do update set batch = excluded.batch, from_topup = excluded.from_topup where s.batch < excluded.batch;
    if not found then
      raise exception 'batch % of slot % was cancelled before it ran', p_batch, p_slot using errcode = 'query_canceled';
    end if;
  end if;
end $$;

-- A batch of one charge, which is most of them unless many callers come at once. If the allowance covers it, three statements decide it and
-- note it. charge_batch, which takes seven, decides everything else: an account that is locked or gone, and charges from the balance.
create or replace function charge_alone(
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
    on conflict (id, account_id) do update set batch = excluded.batch, from_topup = excluded.from_topup where s.batch < excluded.batch;
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

-- A node that gives up on a batch (the database is frozen, a connection was lost) cannot know whether it was charged, or will be once the
-- database continues. It cancels the batch: what was charged is refunded, and what was not charged yet never will be. If the batch is being
-- charged, this waits for it: its row in charge_slots is locked. A second call has no effect. Returns whether something was refunded.
create or replace function cancel_batch(
  p_slot uuid, p_batch bigint, p_accounts bigint[], p_keys bigint[], p_meters text[], p_units bigint[], p_days date[],
  p_home bigint default 0, p_limits jsonb default null
) returns boolean
language plpgsql as $$
declare
  taken bigint[];
  grp record;
begin
  insert into charge_slots as s (id, account_id, batch, opened_at) values (p_slot, p_home, p_batch, now())
    on conflict (id, account_id) do update set batch = excluded.batch, from_topup = null where s.batch < excluded.batch;
  if found then return false; end if;
  select s.from_topup into taken from charge_slots s where s.account_id = p_home and s.id = p_slot and s.batch = p_batch;
  if taken is null then return false; end if;
  update charge_slots s set from_topup = null where s.account_id = p_home and s.id = p_slot;
  for grp in select distinct a as account_id from unnest(p_accounts) a order by a loop
    perform 1 from topup_balances b where b.account_id = grp.account_id for update;
  end loop;
  for grp in
    select q.account_id, q.meter, q.day, sum(q.units - q.topup)::bigint as from_allowance, sum(q.topup)::bigint as from_topup
    from unnest(p_accounts, p_meters, p_units, p_days, taken) as q(account_id, meter, units, day, topup)
    where q.topup is not null group by 1, 2, 3
  loop
    update usage_months m set
      from_allowance = m.from_allowance - grp.from_allowance, from_topup = m.from_topup - grp.from_topup
      where m.account_id = grp.account_id and m.month = date_trunc('month', grp.day)::date and m.meter = grp.meter;
    update usage_days d set units = d.units - grp.from_allowance - grp.from_topup
      where d.account_id = grp.account_id and d.day = grp.day and d.meter = grp.meter;
    update topup_balances b set
      compute = b.compute + case when grp.meter = 'compute' then grp.from_topup else 0 end,
      ai_calls = b.ai_calls + case when grp.meter = 'compute' then 0 else grp.from_topup end
      where b.account_id = grp.account_id;
  end loop;
  for grp in
    select u.account_id, date_trunc('month', u.day)::date as month, u.key_id, count(*) as calls
    from unnest(p_accounts, p_keys, p_days, taken) as u(account_id, key_id, day, topup)
    where u.topup is not null and u.key_id is not null group by 1, 2, 3
  loop
    update usage_keys k set calls = k.calls - grp.calls
      where k.account_id = grp.account_id and k.month = grp.month and k.key_id = grp.key_id;
  end loop;
  for grp in select q.nth, q.account_id from unnest(p_accounts, taken) with ordinality as q(account_id, topup, nth)
    where q.topup is not null and p_limits is not null
  loop
    perform free_limits(grp.account_id, p_limits -> (grp.nth::integer - 1));
  end loop;
  return true;
end $$;

-- Refunds exactly what a charge took, once. Returns whether it did. If it cannot have the lock soon, the node tries again later, without
-- keeping a connection.
create or replace function refund_charge(
  p_charge uuid, p_account bigint, p_key bigint, p_meter text, p_from_allowance bigint, p_from_topup bigint, p_day date,
  p_at timestamptz, p_limits jsonb default null
) returns boolean
language plpgsql set lock_timeout = '500ms' as $$
declare
  p_month date := date_trunc('month', p_day)::date;
begin
  perform 1 from topup_balances b where b.account_id = p_account for update;
  if not found then return false; end if;
  insert into usage_refunds (charge_id, account_id, at) values (p_charge, p_account, p_at) on conflict do nothing;
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
  if p_limits is not null then perform free_limits(p_account, p_limits); end if;
  return true;
end $$;

-- Charges that have limits: as charge_batch, but first the most that each of them can use is reserved, of every limit that it has, or of
-- none. p_limits has a list for each charge: subject s, measure m, period p that starts on d, maximum x, and n, the most that this charge
-- uses. `limits` is what was then used of each of them, or the place in the list of the limit that does not allow it, and its use.
create or replace function charge_limited(
  p_accounts bigint[], p_keys bigint[], p_meters text[], p_units bigint[], p_allowances bigint[], p_days date[], p_limits jsonb,
  p_waits boolean default true, p_slot uuid default null, p_batch bigint default null, p_home bigint default 0
) returns table (
  place integer, granted boolean, from_allowance bigint, from_topup bigint, used bigint, busy boolean, limits jsonb
)
language plpgsql set lock_timeout = '2s' as $$
declare
  held bigint[] := '{}';
  one bigint;
  its jsonb;
  outcome jsonb;
  outcomes jsonb[] := array_fill(null::jsonb, array[cardinality(p_accounts)]);
  units bigint[] := p_units;
  allowances bigint[] := p_allowances;
begin
  for one in select distinct a from unnest(p_accounts) a order by a loop
    if p_waits then
      perform 1 from topup_balances b where b.account_id = one for update;
    else
      perform 1 from topup_balances b where b.account_id = one for update skip locked;
    end if;
    if found then held := held || one; end if;
  end loop;
  for nth in 1 .. cardinality(p_accounts) loop
    its := p_limits -> (nth - 1);
    outcome := null;
    if p_accounts[nth] = any(held) then
      select jsonb_build_object('short', e.i - 1, 'used', case when l.starts >= r.d then l.used else 0 end) into outcome
        from jsonb_array_elements(its) with ordinality as e(entry, i)
        cross join lateral jsonb_to_record(e.entry) as r(s text, m text, p text, d date, x bigint, n bigint)
        left join limit_use l on l.account_id = p_accounts[nth] and l.subject = r.s and l.measure = r.m and l.period = r.p
        where case when l.starts >= r.d then l.used else 0 end + r.n > r.x order by e.i limit 1;
      if outcome is null then
        with reserved as (
          insert into limit_use as l (account_id, subject, measure, period, starts, used)
            select p_accounts[nth], r.s, r.m, r.p, r.d, r.n
            from jsonb_to_recordset(its) as r(s text, m text, p text, d date, n bigint)
          on conflict (account_id, subject, measure, period) do update set
            used = case when l.starts >= excluded.starts then l.used else 0 end + excluded.used,
            starts = greatest(l.starts, excluded.starts)
          returning l.subject, l.measure, l.period, l.used
        )
        select jsonb_agg(v.used order by e.i) into outcome
          from jsonb_array_elements(its) with ordinality as e(entry, i)
          join reserved v on v.subject = e.entry ->> 's' and v.measure = e.entry ->> 'm' and v.period = e.entry ->> 'p';
        outcomes[nth] := outcome;
        continue;
      end if;
    end if;
    -- More than anybody has: charge_batch rejects it, and the others keep their places.
    units[nth] := 1000000000000000;
    allowances[nth] := 0;
    outcomes[nth] := outcome;
  end loop;
  for place, granted, from_allowance, from_topup, used, busy in
    select c.place, c.granted, c.from_allowance, c.from_topup, c.used, c.busy
    from charge_batch(p_accounts, p_keys, p_meters, units, allowances, p_days, p_waits, p_slot, p_batch, p_home) c
  loop
    limits := outcomes[place];
    if jsonb_typeof(limits) = 'array' and granted is not true then
      perform free_limits(p_accounts[place], p_limits -> (place - 1));
    elsif limits is null and granted is not null then
      -- It was locked when we tried, so nothing is decided.
      granted := null;
      busy := true;
    end if;
    return next;
  end loop;
end $$;

-- Takes n back from what was used of each limit, unless its period is over. n is negative if a call cost more than was reserved for it.
-- A limit of which nothing is used has no row: calls that are rejected, or cost nothing, can name any number of end users.
create or replace function free_limits(p_account bigint, p_limits jsonb) returns jsonb
language sql as $$
  delete from limit_use l using jsonb_to_recordset(p_limits) as r(s text, m text, p text, d date, n bigint)
    where l.account_id = p_account and l.subject = r.s and l.measure = r.m and l.period = r.p and l.starts = r.d and l.used <= r.n;
  with freed as (
    update limit_use l set used = l.used - r.n
      from jsonb_to_recordset(p_limits) as r(s text, m text, p text, d date, n bigint)
      where l.account_id = p_account and l.subject = r.s and l.measure = r.m and l.period = r.p and l.starts = r.d
      returning l.subject, l.measure, l.period, l.used
  )
  select jsonb_agg(jsonb_build_object('s', subject, 'm', measure, 'p', period, 'used', used)) from freed
$$;

-- What a call did cost replaces what was reserved for it, once. Returns what is then used of its limits.
create or replace function settle_limits(p_id uuid, p_account bigint, p_limits jsonb, p_at timestamptz) returns jsonb
language plpgsql set lock_timeout = '500ms' as $$
begin
  perform 1 from topup_balances b where b.account_id = p_account for update;
  if not found then return null; end if;
  insert into usage_refunds (charge_id, account_id, at) values (p_id, p_account, p_at) on conflict do nothing;
  if not found then return null; end if;
  return free_limits(p_account, p_limits);
end $$;

create or replace function open_topup_balance() returns trigger language plpgsql as $$
begin
  insert into topup_balances (account_id) values (new.id);
  return null;
end $$;
create or replace trigger accounts_topup_balance after insert on accounts
  for each row execute function open_topup_balance();

create or replace function keep_deleted_customer() returns trigger language plpgsql as $$
begin
  insert into billing_deleted_customers (customer_id) values (old.customer_id) on conflict do nothing;
  return null;
end $$;
create or replace trigger billing_customers_deleted after delete on billing_customers
  for each row when (old.customer_id is not null) execute function keep_deleted_customer();

-- For `equipoise-admin distribute`, which replaces the foreign key of topup_balances by a trigger that calls this: Citus has no foreign
-- keys from distributed tables to others. All that refers to the balance goes with it.
create or replace function delete_topup_balance() returns trigger language plpgsql as $$
begin
  delete from idempotent_calls where account_id = old.id;
  delete from topup_balances where account_id = old.id;
  return null;
end $$;
