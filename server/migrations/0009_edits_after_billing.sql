-- What staff entered in the billing system when they marked a submission billed. A parent's later edit changes the fee
-- and not this, so that the difference is seen until it is billed again or confirmed.

alter table submissions add column billed_fee numeric(10, 2) check (billed_fee >= 0);

-- Edits from before are not told apart: what is billed by now counts as billed at its present fee. Nothing that others
-- see changes, so no listener is told and no list counts anew.
alter table submissions disable trigger user;
update submissions set billed_fee = total_fee where billed_status = 'billed';
alter table submissions enable trigger user;

create function keep_billed_fee() returns trigger language plpgsql as $$
begin
  if new.billed_status <> 'billed' then
    new.billed_fee := null;
  elsif tg_op = 'INSERT' then
    new.billed_fee := coalesce(new.billed_fee, new.total_fee);
  elsif old.billed_status <> 'billed' then
    new.billed_fee := new.total_fee;
  end if;
  return new;
end $$;
create trigger keep_billed_fee before insert or update of billed_status on submissions
  for each row execute function keep_billed_fee();

-- Rows loaded past the triggers may lack it; they count as billed at the fee they have.
alter table submissions add constraint only_billed_has_a_billed_fee check (billed_status = 'billed' or billed_fee is null);

-- A column and not only a condition, so that PostgreSQL knows how few there are: as a comparison of two columns it would
-- take nearly every row for one of them, and read them all.
alter table submissions add column edited_since_billed boolean not null
  generated always as (coalesce(billed_fee <> total_fee, false)) stored;

-- As many entries as wait for staff, however long the history is: filter and count read nothing else.
create index submissions_edited_since_billed on submissions (submitted_at desc, id desc) where edited_since_billed;
