-- A change queues an event; the worker composes its mails. Both carry the account and the family that they are about.
alter table outbox add column event jsonb;
alter table outbox add column account_id uuid;
alter table outbox add column family_id uuid;
alter table outbox alter column to_email set default '';
alter table outbox alter column subject set default '';
alter table outbox alter column text set default '';
alter table outbox add constraint outbox_event_check check (event is null or text = '' and content is null and state <> 'sent');
create index outbox_account on outbox (account_id) where account_id is not null;
create index outbox_family on outbox (family_id) where family_id is not null;
create index outbox_events on outbox (id) where event is not null;
comment on table outbox is
  'What happened, stored in the transaction of the change (event), and the mails about it, which the worker composes and sends. They outlive the accounts and submissions they name.';
comment on column outbox.event is
  'What the mails will say, with ids instead of names and addresses. Null in a mail: composing deletes the event.';
comment on column outbox.account_id is 'The account that a mail goes to.';
comment on column outbox.family_id is 'The family that a mail is about, by its first adult.';

-- The account that had the email when the mail was sent; the audit log says who gave it up, and when they had got it.
with given_up as (
  select a.id, lower(l.detail -> 'before' ->> 'email') as email, l.at as until,
    coalesce((select max(got.at) from audit_log got where got.table_name = 'profiles' and got.row_id = l.row_id
      and got.at < l.at and lower(got.detail -> 'after' ->> 'email') = lower(l.detail -> 'before' ->> 'email')),
      a.created_at) as since
  from audit_log l join accounts a on a.id::text = l.row_id
  where l.table_name = 'profiles' and l.detail -> 'before' ->> 'email' like '%@%'
), recipients as (
  select o.id, coalesce(
    (select g.id from given_up g where g.email = lower(o.to_email)
      and coalesce(o.send_after, o.created_at) between g.since and g.until order by g.until limit 1),
    (select a.id from accounts a where a.email = lower(o.to_email)),
    (select g.id from given_up g where g.email = lower(o.to_email) order by g.until desc limit 1)) as account_id
  from outbox o
)
update outbox o set account_id = r.account_id from recipients r where r.id = o.id and r.account_id is not null;

-- Mails from before a guest's submission was claimed are about the guest.
with families as (
  select id::text as submission_id, parent_id from submissions where parent_id is not null
  union all
  select row_id, (detail ->> 'parent_id')::uuid from audit_log
  where table_name = 'submissions' and action in ('submission.remove', 'submission.withdraw')
    and detail ->> 'parent_id' is not null
)
update outbox o set family_id = f.parent_id from families f
where f.submission_id = o.submission_id::text
  and not exists (select from audit_log l where l.table_name = 'submissions' and l.row_id = f.submission_id
    and l.action in ('submission.claim', 'submission.same-child') and l.at > o.created_at);
