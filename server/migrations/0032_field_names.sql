-- Tables, columns and keys of our own get the names that the field uses. The associated data of encrypted values
-- ("two-step:ID") stays: with another text, stored values could not be decrypted.
alter table two_step rename to two_factor;
alter table two_factor rename column sealed_key to encrypted_key;
alter table two_factor rename constraint two_step_pkey to two_factor_pkey;
alter table two_factor rename constraint two_step_account_id_fkey to two_factor_account_id_fkey;

alter table sign_in_steps rename to mfa_challenges;
alter table mfa_challenges rename constraint sign_in_steps_pkey to mfa_challenges_pkey;
alter table mfa_challenges rename constraint sign_in_steps_account_id_fkey to mfa_challenges_account_id_fkey;
alter index sign_in_steps_account rename to mfa_challenges_account;
alter index sign_in_steps_expires rename to mfa_challenges_expires;

alter table calendar_feeds rename column sealed_secret to encrypted_secret;
alter table outbox rename column page to content;
alter table outbox rename column to_address to to_email;

update settings set key = 'two_factor_required' where key = 'two_step_required';
update job_runs set job = 'retention' where job = 'nightly-cleaning';
