-- Rows say whom they are about, so that erasing is deleting and redacting by these columns.

-- Emails that staff replaced by another one. Whether one is somebody else's now is decided when it is used.
alter table accounts add column former_emails text[] not null default '{}';
comment on column accounts.former_emails is
  'Emails that staff replaced. One that another account has now is that account''s.';
update accounts a set former_emails = former.emails from (
  select row_id, array_agg(distinct lower(detail -> 'before' ->> 'email')) as emails from audit_log
  where table_name = 'profiles' and detail -> 'before' ->> 'email' like '%@%' group by row_id) former
where former.row_id = a.id::text and a.disabled_at is null;

-- A guest's submission that goes to a family keeps its sender, also after that adult's email has changed.
alter table submissions add column guest_account_id uuid;
alter table removed_drop_ins add column guest_account_id uuid;
comment on column submissions.guest_account_id is
  'The adult who had sent it as a guest; set when it goes to a family. Null: not a guest''s, or not in a family yet.';

-- Who had the email when the family got it: the log says who gave it up, and when they had got it.
create temporary table claimed on commit drop as
  with moved as (
    select s.id, s.parent_id, guest_key(s.guest_parent_email) as guest_key, max(l.at) as at
    from (select id, parent_id, guest_parent_email from submissions
        union all select id, parent_id, guest_parent_email from removed_drop_ins
        union all select row_id::uuid, (detail ->> 'parent_id')::uuid, detail ->> 'guest_parent_email' from audit_log
          where table_name = 'submissions' and action in ('submission.remove', 'submission.withdraw')) s
      join audit_log l on l.table_name = 'submissions' and l.row_id = s.id::text
        and l.action in ('submission.claim', 'submission.same-child')
    where s.parent_id is not null and s.guest_parent_email is not null group by s.id, 2, 3
  ), given_up as (
    select a.id, lower(l.detail -> 'before' ->> 'email') as email, l.at as until,
      coalesce((select max(got.at) from audit_log got where got.table_name = 'profiles' and got.row_id = l.row_id
        and got.at < l.at and lower(got.detail -> 'after' ->> 'email') = lower(l.detail -> 'before' ->> 'email')),
        a.created_at) as since
    from audit_log l join accounts a on a.id::text = l.row_id where l.table_name = 'profiles'
  )
  select m.id, coalesce(
      (select g.id from given_up g where g.email = m.guest_key and m.at between g.since and g.until
        order by g.until limit 1),
      (select a.id from accounts a where a.email = m.guest_key)) as account_id
  from moved m;
update submissions s set guest_account_id = c.account_id from claimed c where c.id = s.id;
update removed_drop_ins r set guest_account_id = c.account_id from claimed c where c.id = r.id;

alter table audit_log add column family_id uuid;
alter table audit_log add column account_id uuid;
alter table audit_log add column guest_key text;
comment on column audit_log.family_id is 'The family whose records the entry is about, by its first adult.';
comment on column audit_log.account_id is
  'The adult whom the entry is about or names. What they did themselves is found by actor_id.';
comment on column audit_log.guest_key is
  'The normalized email of the guest whom the entry is about; null once the submission is in a family.';

-- No entry can forget whom it is about. What sets an owner by itself keeps it.
create function set_owner() returns trigger language plpgsql as $$
begin
  if new.row_id is null then
    return new;
  elsif new.table_name in ('submissions', 'attendance_marks') then
    select parent_id, case when parent_id is null then guest_key(guest_parent_email) end
      into new.family_id, new.guest_key from submissions where id = new.row_id::uuid;
    if not found then
      -- What removes a drop-in also writes the guest's name to the log.
      select parent_id, guest_account_id, case when parent_id is null then guest_key(guest_parent_email) end
        into new.family_id, new.account_id, new.guest_key from removed_drop_ins where id = new.row_id::uuid;
    end if;
  elsif new.table_name = 'children' then
    select parent_id into new.family_id from children where id = new.row_id::uuid;
  elsif new.table_name = 'payments' then
    select parent_id into new.family_id from payments where id = new.row_id::uuid;
  elsif new.table_name in ('accounts', 'profiles', 'user_roles', 'admin_email_preferences', 'calendar_feeds') then
    new.account_id := new.row_id;
  end if;
  return new;
end $$;

drop trigger only_redact on audit_log;
update audit_log l set family_id = s.parent_id,
  guest_key = case when s.parent_id is null then guest_key(s.guest_parent_email) end
from submissions s where l.table_name in ('submissions', 'attendance_marks') and l.row_id = s.id::text;
update audit_log l set family_id = (r.detail ->> 'parent_id')::uuid,
  guest_key = case when r.detail ->> 'parent_id' is null then guest_key(nullif(r.detail ->> 'guest_parent_email', '[erased]')) end,
  account_id = case when l.id = r.id then (select c.account_id from claimed c where c.id::text = l.row_id limit 1) end
from audit_log r
where l.table_name in ('submissions', 'attendance_marks') and r.table_name = 'submissions' and r.row_id = l.row_id
  and r.action in ('submission.remove', 'submission.withdraw')
  and (l.id = r.id or not exists (select from submissions s where s.id::text = l.row_id));
update audit_log l set family_id = c.parent_id from children c where l.table_name = 'children' and l.row_id = c.id::text;
update audit_log l set family_id = p.parent_id from payments p where l.table_name = 'payments' and l.row_id = p.id::text;
update audit_log set account_id = row_id::uuid
where table_name in ('accounts', 'profiles', 'user_roles', 'admin_email_preferences', 'calendar_feeds') and row_id is not null;
update audit_log l set account_id = a.id from accounts a
where l.action = 'mail.send-test' and lower(l.detail ->> 'testEmail') = any (a.former_emails || a.email);
update audit_log set guest_key = lower(detail ->> 'testEmail')
where action = 'mail.send-test' and account_id is null and detail ->> 'testEmail' <> '[erased]';

create trigger set_owner before insert on audit_log for each row
  when (new.account_id is null and new.guest_key is null) execute function set_owner();
-- Erasing redacts the detail and clears the guest; a guest's entries go to the family that gets the submission.
create trigger only_redact before update on audit_log for each row
  when (to_jsonb(old) - array['detail', 'family_id', 'guest_key'] <> to_jsonb(new) - array['detail', 'family_id', 'guest_key']
    or new.detail <> old.detail and new.detail <> redact_text(old.detail)
    or new.family_id is distinct from old.family_id and (old.family_id is not null or old.guest_key is null)
    or new.guest_key is distinct from old.guest_key and new.guest_key is not null)
  execute function append_only();
comment on table audit_log is
  'Who changed what and when, and whom it is about. Append-only, except that redact_text may erase the words in a detail, and a guest''s entries follow the submission into a family. Its ids outlive the rows they name.';

alter table idempotency_keys add column owners text[] not null default '{}';
comment on column idempotency_keys.owners is
  'Families, by their first adult, and guests, by normalized email, whose submissions the response shows.';
-- Of the day before the upgrade: all whose ids are in the path or the response.
update idempotency_keys k set owners = array(
  with ids as (
    select string_to_table(translate(k.scope, ':', '/'), '/') as id
    union select part #>> '{}' from jsonb_path_query(k.response, '$.**') as part)
  select id from ids where id in (select a.id::text from accounts a)
  union select coalesce(s.parent_id::text, guest_key(s.guest_parent_email)) from submissions s join ids on s.id::text = ids.id
  union select coalesce(r.parent_id::text, guest_key(r.guest_parent_email)) from removed_drop_ins r join ids on r.id::text = ids.id);
