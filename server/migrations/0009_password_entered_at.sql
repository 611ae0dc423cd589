-- Some steps ask for the password again unless it was entered in the last ten minutes. Signing in counts.
alter table sessions add column password_entered_at timestamptz;
update sessions set password_entered_at = created_at;
alter table sessions alter column password_entered_at set default now(), alter column password_entered_at set not null;
comment on column sessions.password_entered_at is 'When the password was last entered in this session; signing in counts.';
