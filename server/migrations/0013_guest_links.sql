-- A guest looks at what was sent by a private link. The worker that sends the mail makes it, so that its secret
-- stands in no table: only the digest does.
create table guest_links (
  id text primary key,
  submission_id uuid not null references submissions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_links_submission on guest_links (submission_id);
create index guest_links_expires on guest_links (expires_at);

-- An address that staff set proves nothing about who reads its mail, until a link mailed to it is used.
alter table accounts add column email_set_by_staff_at timestamptz;
update accounts a set email_set_by_staff_at = changed.at
from (
  select row_id, max(at) as at from audit_log
  where action = 'admins.create-first' or action in ('parent.update', 'admins.update')
    and detail -> 'before' ->> 'email' is distinct from detail -> 'after' ->> 'email'
  group by row_id) changed
where a.id::text = changed.row_id and not exists (
  select from audit_log used where used.table_name = 'accounts' and used.row_id = changed.row_id
    and used.at > changed.at and used.action in ('auth.email-confirmed', 'auth.password-reset'));
