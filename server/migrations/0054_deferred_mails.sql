-- Mails that could not be composed: what they are about. The worker composes them and deletes the row.
alter table outbox add column deferred jsonb;
