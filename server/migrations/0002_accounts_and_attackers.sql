-- Browsers that signed in to an account before. They are spared the limits that a stranger's wrong passwords use up.
-- Only a digest of the cookie is stored, and it opens nothing.
create table known_devices (
  id text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (id, account_id)
);
create index known_devices_account on known_devices (account_id);
create index known_devices_expires on known_devices (expires_at);

-- Counts one try. A key's `expire` runs ahead of the clock by `every_ms` per try; as long as it is not ahead by more
-- than `burst` tries, there is nothing to wait for. Beyond that: with `longest_ms` the try waits, never longer than
-- that; without, it is refused and not counted. Answers the milliseconds to wait, below zero when refused.
create function count_try(limit_key text, burst integer, every_ms bigint, longest_ms bigint) returns bigint
  language plpgsql as $$
declare
  at_ms bigint := extract(epoch from clock_timestamp()) * 1000;
  ahead bigint;
begin
  insert into rate_limits as held (key, points, expire) values (limit_key, 1, at_ms + every_ms)
  on conflict (key) do update set
    points = held.points + 1,
    expire = least(greatest(held.expire, at_ms) + every_ms, at_ms + burst * every_ms + longest_ms)
  where longest_ms > 0 or greatest(held.expire, at_ms) + every_ms <= at_ms + burst * every_ms
  returning expire - at_ms into ahead;
  if ahead is null then
    select expire - at_ms into ahead from rate_limits where key = limit_key;
    return least(-1, (burst - 1) * every_ms - ahead);
  end if;
  return greatest(0, ahead - burst * every_ms);
end $$;

-- Takes tries back: one of `every_ms`, or all of them when that is null.
create function give_back_try(limit_key text, every_ms bigint) returns void
  language sql as $$ update rate_limits set expire = coalesce(expire - every_ms, 0) where key = limit_key $$;

-- What was done stays on record, whatever a statement of the program says.
create function refuse_audit_change() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only' using errcode = 'check_violation';
end $$;
create trigger audit_log_stays before update or delete or truncate on audit_log
  for each statement execute function refuse_audit_change();
