-- Lists and counts that cost the same however long the history is.

-- How many there are, kept by the statements that write. Changes are added as rows of their own, so that writers never
-- wait for each other; now and then they are folded into one row per kind. A reader sums them.
create table tallies (
  what text not null check (what in ('parents', 'guests', 'submissions')),
  -- Of submissions: null for drop-ins.
  month_id uuid,
  -- Of submissions: 0 submitted, 1 billed, 2 partial, 3 paid.
  status smallint,
  count integer not null,
  fees numeric(14, 2) not null default 0
);

create function derived_status(total_fee numeric, paid_amount numeric, billed_status text) returns smallint
  language sql immutable parallel safe
  return case when paid_amount >= total_fee then 3 when paid_amount > 0 then 2
    when billed_status = 'billed' then 1 else 0 end;

create function fold_tallies() returns void language plpgsql as $$
begin
  -- One at a time; who comes second leaves it to the first.
  if not pg_try_advisory_xact_lock(hashtextextended('fold tallies', 0)) then return; end if;
  with gone as (delete from tallies returning *)
  insert into tallies
    select what, month_id, status, sum(count), sum(fees) from gone group by what, month_id, status
    having sum(count) <> 0 or sum(fees) <> 0;
end $$;

create function tally_submissions() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies
      select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), count(*), sum(total_fee)
      from added group by 2, 3;
  elsif tg_op = 'DELETE' then
    insert into tallies
      select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), -count(*), -sum(total_fee)
      from removed group by 2, 3;
  else
    insert into tallies
      select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), sum(n), sum(n * total_fee)
      from (select month_id, total_fee, paid_amount, billed_status, 1 as n from added
        union all select month_id, total_fee, paid_amount, billed_status, -1 from removed) changed
      group by 2, 3 having sum(n) <> 0 or sum(n * total_fee) <> 0;
  end if;
  if random() < 0.02 then perform fold_tallies(); end if;
  return null;
end $$;
create trigger tally_added after insert on submissions
  referencing new table as added for each statement execute function tally_submissions();
create trigger tally_changed after update on submissions
  referencing old table as removed new table as added for each statement execute function tally_submissions();
create trigger tally_removed after delete on submissions
  referencing old table as removed for each statement execute function tally_submissions();

create function tally_parents() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into tallies (what, count) select 'parents', count(*) from added where role = 'parent' having count(*) > 0;
  else
    insert into tallies (what, count) select 'parents', -count(*) from removed where role = 'parent' having count(*) > 0;
  end if;
  return null;
end $$;
create trigger tally_added after insert on user_roles
  referencing new table as added for each statement execute function tally_parents();
create trigger tally_removed after delete on user_roles
  referencing old table as removed for each statement execute function tally_parents();

-- Everybody who wrote as a guest, one row per address with what the list of parents shows of them.
create table guests (
  email text primary key,
  full_name text not null,
  phone text,
  children text[] not null,
  submissions integer not null,
  fees numeric(14, 2) not null
);
create index guests_name on guests (lower(full_name), lower(email));
create index guests_email on guests (lower(email));

create function guest_key(address text) returns text language sql immutable parallel safe
  return lower(btrim(address));

create view guests_of_submissions as
  select guest_key(guest_parent_email) as email,
    (array_agg(guest_parent_name order by submitted_at desc))[1] as full_name,
    (array_agg(guest_parent_phone order by submitted_at desc) filter (where guest_parent_phone is not null))[1] as phone,
    array_agg(distinct guest_child_name) as children, count(*)::integer as submissions, sum(total_fee) as fees
  from submissions where parent_id is null group by 1;

create function keep_guest(address text) returns void language plpgsql as $$
begin
  -- Two rows of one guest at once: the second waits, and then sees the first.
  perform pg_advisory_xact_lock(hashtextextended('guest ' || address, 0));
  insert into guests select * from guests_of_submissions g where g.email = address
    on conflict (email) do update set full_name = excluded.full_name, phone = excluded.phone,
      children = excluded.children, submissions = excluded.submissions, fees = excluded.fees;
  if not found then
    delete from guests where email = address;
  end if;
end $$;

create function keep_guests() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.parent_id is null then perform keep_guest(guest_key(old.guest_parent_email)); end if;
  if tg_op <> 'DELETE' and new.parent_id is null
    and (tg_op = 'INSERT' or guest_key(old.guest_parent_email) is distinct from guest_key(new.guest_parent_email)) then
    perform keep_guest(guest_key(new.guest_parent_email));
  end if;
  return null;
end $$;
create trigger keep_guest_added after insert on submissions
  for each row when (new.parent_id is null) execute function keep_guests();
create trigger keep_guest_changed after update of parent_id, guest_parent_name, guest_parent_email, guest_parent_phone,
    guest_child_name, total_fee on submissions
  for each row when (old.parent_id is null or new.parent_id is null) execute function keep_guests();
create trigger keep_guest_removed after delete on submissions
  for each row when (old.parent_id is null) execute function keep_guests();

create function tally_guests() returns trigger language plpgsql as $$
begin
  insert into tallies (what, count) values ('guests', case tg_op when 'INSERT' then 1 else -1 end);
  return null;
end $$;
create trigger tally after insert or delete on guests for each row execute function tally_guests();

-- Everything anew, for rows that were loaded past the triggers.
create function recount_tallies() returns void language plpgsql as $$
begin
  lock table submissions, user_roles in share row exclusive mode;
  delete from guests;
  insert into guests select * from guests_of_submissions;
  delete from tallies;
  insert into tallies
    select 'submissions', month_id, derived_status(total_fee, paid_amount, billed_status), count(*), sum(total_fee)
    from submissions group by 2, 3;
  insert into tallies (what, count) select 'parents', count(*) from user_roles where role = 'parent' having count(*) > 0;
  insert into tallies (what, count) select 'guests', count(*) from guests having count(*) > 0;
end $$;
select recount_tallies();

create function forget_tallies() returns trigger language plpgsql as $$
begin
  delete from guests;
  delete from tallies where what in ('submissions', 'guests');
  return null;
end $$;
create trigger tally_emptied after truncate on submissions for each statement execute function forget_tallies();

-- A family's rows in the order of every list, found without a look at the rows themselves.
drop index submissions_parent;
create index submissions_parent on submissions (parent_id, submitted_at desc, id desc);
-- Only guests' rows have guests' names to search.
drop index submissions_guest_search;
create index submissions_guest_search on submissions using gin
  (guest_parent_name gin_trgm_ops, guest_parent_email gin_trgm_ops, guest_child_name gin_trgm_ops)
  where parent_id is null;
drop index submissions_guest;
create index submissions_guest on submissions (guest_key(guest_parent_email), submitted_at desc) where parent_id is null;
-- By status, each newest first.
drop index submissions_unpaid;
create index submissions_status on submissions
  (derived_status(total_fee, paid_amount, billed_status), submitted_at desc, id desc);

create index profiles_name on profiles (lower(full_name), lower(email));

-- When the account's status last changed; null while it is the one it was made with.
alter table profiles add column status_since timestamptz;
