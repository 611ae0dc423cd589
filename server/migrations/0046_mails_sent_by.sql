-- The adult whom a mail to others names: their mails are found by it when they delete their account. It stays when the
-- content of a mail with a one-time link is deleted. No reference: mails outlive accounts.
alter table outbox add column sent_by uuid;
update outbox set sent_by = (content ->> 'sentBy')::uuid, content = content - 'sentBy' where content ? 'sentBy';
update outbox o set sent_by = i.invited_by from family_invitations i
  where o.template = 'family-invitation' and lower(o.to_email) = i.email
    and o.created_at between i.sent_at - interval '2 seconds' and i.sent_at + interval '2 seconds';
create index outbox_sent_by on outbox (sent_by) where sent_by is not null;
