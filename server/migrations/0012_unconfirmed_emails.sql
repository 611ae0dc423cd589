-- An email that staff change is not confirmed until a link mailed to it is used. Mails about children wait for that.
alter table outbox drop constraint outbox_state_check;
alter table outbox add constraint outbox_state_check check (state in ('queued', 'held', 'sending', 'sent', 'failed'));
create index outbox_held on outbox (account_id) where state = 'held';
comment on column outbox.state is 'Held: until the email of its account, which staff changed, is confirmed.';

-- Existing accounts stay as they are: emails changed earlier and never confirmed count as those of a new account.
update accounts set email_set_by_staff_at = null where email_verified_at is null;
comment on column accounts.email_set_by_staff_at is
  'An address that staff set proves nothing about who reads its mail. Null again once a link mailed to it was used. One that is not verified signs nobody in.';
