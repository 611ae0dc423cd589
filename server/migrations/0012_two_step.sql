-- Two-step sign-in. The key of an authenticator app has to be read again, so it is sealed; recovery codes are hashed
-- like passwords; of the note between the two steps only a digest is stored.
create table two_step (
  account_id uuid primary key references accounts (id) on delete cascade,
  sealed_key text not null,
  -- Null while it is being set up.
  confirmed_at timestamptz,
  -- Since when the key at hand does not open it: it then counts as not set up.
  unreadable_at timestamptz,
  -- The time steps whose codes were used, the latest last.
  used_steps integer[] not null default '{}',
  wrong_codes integer not null default 0 check (wrong_codes between 0 and 4),
  locked_until timestamptz,
  created_at timestamptz not null
);

create table recovery_codes (
  account_id uuid not null references two_step (account_id) on delete cascade,
  selector text not null,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, selector)
);

-- A password that was right, waiting for the code.
create table sign_in_steps (
  id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_steps_account on sign_in_steps (account_id);
create index sign_in_steps_expires on sign_in_steps (expires_at);

-- Not the codes that are used: only what changes whether an account has it.
create trigger tell after insert or delete or update of confirmed_at, unreadable_at on two_step
  for each row execute function tell_change();

-- Whether all admins need it: open staff pages and streams follow at once.
create function tell_two_step_required() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', '{"table": "two_step_required", "type": "UPDATE"}');
  return null;
end $$;
create trigger tell_two_step_required after insert or update on settings for each row
  when (new.key = 'two_step_required') execute function tell_two_step_required();
