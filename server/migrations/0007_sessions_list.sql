-- Both profiles list where the account is signed in. A session is named there by a handle of its own: its id is made
-- from the secret and stays here.
alter table sessions
  add column handle uuid not null default gen_random_uuid(),
  add column user_agent text check (length(user_agent) <= 300),
  add column seen_at timestamptz not null default now();
update sessions set seen_at = created_at;

create unique index sessions_handle on sessions (handle);

-- An open list follows: a sign-in elsewhere appears in it.
drop trigger tell on sessions;
create trigger tell after insert or delete on sessions for each row execute function tell_change();
