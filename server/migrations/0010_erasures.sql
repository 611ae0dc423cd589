-- What was erased stays erased: restoring an older backup erases it again.
create table erasures (
  id uuid primary key default gen_random_uuid(),
  account uuid unique,
  submissions uuid[] not null default '{}',
  erased_at timestamptz not null
);
comment on table erasures is
  'What was erased, by ids only. Also written beside the backups: a restore of an older one erases it again.';
comment on column erasures.account is 'Null: a guest, who is known only by submissions.';
comment on column erasures.submissions is 'What had been sent as a guest.';
insert into erasures (account, erased_at)
  select row_id::uuid, min(at) from audit_log where action = 'account.remove' and row_id is not null group by 1;

-- Marks the list of erasures. Derived from the first account, which is never deleted, so that backups from before this
-- migration are of the same installation.
insert into settings (key, value)
  select 'installation', to_jsonb(coalesce((select id from accounts order by created_at, id limit 1), gen_random_uuid()));

create table retention_notices (
  family_id uuid primary key references profiles (id) on delete cascade,
  queued_at timestamptz,
  mailed_at timestamptz,
  kept_at timestamptz
);
create trigger notify after insert or update or delete on retention_notices for each statement
  execute function notify_change();
comment on table retention_notices is
  'Families who left and were mailed that they will be erased.';
comment on column retention_notices.queued_at is 'Null: no mail is due, or somebody signed in since.';
comment on column retention_notices.mailed_at is 'When the last of their mails was sent; null until all of them are.';
comment on column retention_notices.kept_at is 'When one of the adults last signed in, or was signed in, after such a mail.';

create function keep_account() returns trigger language plpgsql as $$
begin
  update retention_notices set kept_at = new.seen_at, queued_at = null, mailed_at = null
    where family_id = coalesce((select parent_id from family_members where member_id = new.account_id), new.account_id);
  return null;
end $$;
create trigger keep_account after insert or update of seen_at on sessions for each row execute function keep_account();
