-- An erased family is found by ids and whole addresses, never by a search for words: "ana@x.com" stands in
-- "diana@x.com" too. So every mail says in fields of its own whom it is about.

-- A mail about a drop-in that staff removed still names its family: the id stays, as it does in the audit log.
alter table outbox drop constraint outbox_submission_id_fkey;

-- Mails of drop-ins removed before: their Message-ID is a digest that holds the submission's id.
update outbox o set submission_id = removed.id
from (
  select row_id::uuid as id, at, use from audit_log, unnest(array['confirmation', 'notification', 'copy']) as use
  where table_name = 'submissions' and action = 'submission.remove') removed
where o.submission_id is null and o.template in ('dropin-parent', 'dropin-admin') and o.created_at <= removed.at
  and split_part(substr(o.message_id, 2), '@', 1) = left(encode(sha256(convert_to(
    'submission ' || removed.id || ' ' || removed.use || E'\n' || lower(o.to_address), 'UTF8')), 'hex'), 40);
-- What was sent again has a Message-ID of its own and the same words.
update outbox o set submission_id = original.submission_id
from outbox original
where o.submission_id is null and o.template in ('dropin-parent', 'dropin-admin')
  and original.submission_id is not null and original.template = o.template and original.to_address = o.to_address
  and original.page = o.page;

-- Daily reports: each row of the table gets the id of a submission of the family that it names. The row's address is
-- the family's, a guest's, or one that the family had before.
with formerly as (
  select lower(detail -> 'before' ->> 'email') as email, row_id::uuid as parent_id from audit_log
  where table_name = 'profiles' and detail -> 'before' ->> 'email' is not null
), named as (
  select o.id, r.n, r.cells ->> 0 as child, lower(btrim(r.cells ->> 3)) as email
  from outbox o, jsonb_array_elements(o.page -> 'table' -> 'rows') with ordinality as r (cells, n)
  where o.template = 'daily-report'
), found as (
  select named.id, jsonb_agg(coalesce(
    (select s.id from profiles p join submissions s on s.parent_id = p.id join children c on c.id = s.child_id
      where lower(p.email) = named.email and named.child in (c.name, c.name || ' (Not coming)') limit 1),
    (select s.id from submissions s where s.parent_id is null and guest_key(s.guest_parent_email) = named.email limit 1),
    (select s.id from profiles p join submissions s on s.parent_id = p.id where lower(p.email) = named.email limit 1),
    (select s.id from formerly f join submissions s on s.parent_id = f.parent_id where f.email = named.email limit 1)
  ) order by n) as ids
  from named group by named.id
)
update outbox o set page = jsonb_set(o.page, '{table,submissionIds}', found.ids) from found where found.id = o.id;
