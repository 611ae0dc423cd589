-- The database, from top to bottom: functions that columns and triggers need, then the tables with their constraints,
-- indexes and triggers. The database itself protects what must never break: value sets, uniqueness, ownership, and
-- that nothing cascades from a month, a parent or a child into submissions or payments.

create extension if not exists pg_trgm;

-- ---------------------------------------------------------------------------------------------------------------------
-- Functions of columns and triggers
-- ---------------------------------------------------------------------------------------------------------------------

-- In PL/pgSQL, which keeps its plan: a constraint calls this for every row that is written.
create function days_are_valid(days integer[]) returns boolean
  language plpgsql immutable parallel safe as $$
declare
  n integer;
  seen integer[] := '{}';
begin
  if days is null then return true; end if;
  foreach n in array days loop
    if n is null or n not between 1 and 31 or n = any (seen) then return false; end if;
    seen := seen || n;
  end loop;
  return true;
end $$;

-- A constraint cannot add up the values of an object.
create function day_prices_are_valid(prices jsonb, days integer[], fee numeric) returns boolean
  language sql immutable parallel safe
  return (select count(*) = cardinality(days) and sum(value::numeric) = fee
      and bool_and(key = any (days::text[]) and value::numeric >= 0 and value::numeric = round(value::numeric, 2))
    from jsonb_each(prices));

-- The status that staff see: 0 Submitted, 1 Billed, 2 Partial, 3 Paid, 4 Cancelled (without a fee).
create function derived_status(total_fee numeric, paid_amount numeric, billed_status text, status text) returns smallint
  language sql immutable parallel safe
  return case when status = 'cancelled' and total_fee = 0 then 4 when paid_amount >= total_fee then 3
    when paid_amount > 0 then 2 when billed_status = 'billed' then 1 else 0 end;

-- Without the cancelled status; 0003 drops it.
create function derived_status(total_fee numeric, paid_amount numeric, billed_status text) returns smallint
  language sql immutable parallel safe
  return case when paid_amount >= total_fee then 3 when paid_amount > 0 then 2
    when billed_status = 'billed' then 1 else 0 end;

-- Guests are grouped by email address.
create function guest_key(address text) returns text language sql immutable parallel safe
  return lower(btrim(address));

-- What lists search, the same as the domain's `searchText`: lower-case without accents and apostrophes, then each word
-- after a line break. Needs no further extension and no collation of its own.
create function search_text(shown text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(regexp_replace(normalize(shown, nfkd),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f''‘’ʻʼ`]',
    '', 'g'));
begin
  plain := translate(plain, 'øłđðıς', 'olddiσ');
  plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return translate(plain, E'\n', ' ') || E'\n' || regexp_replace(plain,
    '[\t\n\r\u0020-\u0060\u007b-\u00bf×÷\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+', E'\n', 'g');
end $$;

-- Live updates: notifies listeners of the named columns of the changed row, never of contents. A new row's id is known
-- to nobody yet; without it, rows that are added together are notified once.
create function notify_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case tg_op when 'DELETE' then old else new end);
begin
  perform pg_notify('changes', (jsonb_build_object('table', tg_table_name, 'type', tg_op) || coalesce(
    (select jsonb_object_agg(name, changed -> name) from unnest(tg_argv) as name
      where changed ->> name is not null and not (tg_op = 'INSERT' and name = 'id')), '{}'))::text);
  return null;
end $$;

-- Rejects a change of an append-only table; each trigger's condition says which.
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name using errcode = 'check_violation';
end $$;

-- ---------------------------------------------------------------------------------------------------------------------
-- Accounts and sessions
-- ---------------------------------------------------------------------------------------------------------------------

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  password_hash text,
  email_verified_at timestamptz,
  email_set_by_staff_at timestamptz,
  invited_at timestamptz,
  disabled_at timestamptz,
  metadata jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index accounts_disabled on accounts (id) where disabled_at is not null;
create trigger notify after update of email_verified_at, email_set_by_staff_at, invited_at, disabled_at on accounts
  for each row execute function notify_change('id');
comment on table accounts is 'Everybody who can sign in, parents and staff: what sign-in needs. The person is in profiles.';
comment on column accounts.email_set_by_staff_at is
  'An address that staff set proves nothing about who reads its mail. Null again once a link mailed to it was used.';
comment on column accounts.invited_at is
  'When the owner of an account that staff created was mailed a link to choose a first password.';

create table user_roles (
  user_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('admin', 'parent')),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role, user_id);
-- A few among thousands of parents.
create index user_roles_admins on user_roles (user_id) where role = 'admin';
create trigger notify after insert or update or delete on user_roles for each row
  execute function notify_change('user_id');
comment on table user_roles is 'Which accounts are parents and which are staff; one account may be both.';

create table sessions (
  id text primary key,
  handle uuid not null default gen_random_uuid(),
  account_id uuid not null references accounts (id) on delete cascade,
  user_agent text check (length(user_agent) <= 300),
  created_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create unique index sessions_handle on sessions (handle);
create index sessions_account on sessions (account_id);
create index sessions_expires on sessions (expires_at);
-- An open list of sessions shows a sign-in elsewhere.
create trigger notify after insert or delete on sessions for each row execute function notify_change('account_id');
comment on table sessions is 'Browsers that are signed in.';
comment on column sessions.id is 'A digest of the secret in the cookie.';
comment on column sessions.handle is 'Names the session on the profile page; its id is never shown.';

create table known_devices (
  id text not null,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  primary key (id, account_id)
);
create index known_devices_account on known_devices (account_id);
create index known_devices_expires on known_devices (expires_at);
comment on table known_devices is
  'Browsers that signed in to an account before: wrong passwords tried by strangers don''t use up their limit.';
comment on column known_devices.id is 'A digest of the cookie, which signs nobody in.';

create table tokens (
  id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  purpose text not null check (purpose in ('verify', 'recovery', 'invite')),
  refresh_id text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_account on tokens (account_id, purpose);
create index tokens_expires on tokens (expires_at);
comment on table tokens is 'Mailed links that confirm an address or let somebody choose a password.';
comment on column tokens.id is 'A digest of the secret in the link.';
comment on column tokens.refresh_id is 'A digest of the second secret that links of the specified form carry.';

create table two_factor (
  account_id uuid primary key references accounts (id) on delete cascade,
  encrypted_key text not null,
  confirmed_at timestamptz,
  used_steps integer[] not null default '{}',
  wrong_codes integer not null default 0,
  locked_until timestamptz,
  created_at timestamptz not null,
  constraint two_step_wrong_codes_check check (wrong_codes between 0 and 4)
);
create trigger notify after insert or delete or update of confirmed_at on two_factor for each row
  execute function notify_change('account_id');
comment on table two_factor is 'The authenticator apps of two-step sign-in.';
comment on column two_factor.confirmed_at is 'Null while it is being set up.';
comment on column two_factor.used_steps is 'The time steps whose codes were used, the latest last: no code works twice.';

create table recovery_codes (
  account_id uuid not null references two_factor (account_id) on delete cascade,
  selector text not null,
  code_hash text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, selector)
);
comment on table recovery_codes is 'Codes that each sign in once instead of a code from the app, hashed like passwords.';
comment on column recovery_codes.selector is 'The part of the code that finds the row.';

create table mfa_challenges (
  id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index mfa_challenges_account on mfa_challenges (account_id);
create index mfa_challenges_expires on mfa_challenges (expires_at);
comment on table mfa_challenges is 'Browsers whose password was right and that are asked for the code of two-step sign-in.';
comment on column mfa_challenges.id is 'A digest of the secret in the cookie.';

create table admin_email_preferences (
  user_id uuid primary key references accounts (id) on delete cascade,
  monthly_submission_parent boolean not null default true,
  monthly_submission_admin boolean not null default true,
  dropin_submission_parent boolean not null default true,
  dropin_submission_admin boolean not null default true,
  daily_attendance_report boolean not null default true,
  updated_at timestamptz not null default now()
);
create trigger notify after insert or update or delete on admin_email_preferences for each row
  execute function notify_change('user_id');
comment on table admin_email_preferences is 'Which mails each member of staff gets.';

create table rate_limits (
  key varchar(255) primary key,
  tat_ms bigint not null
);
comment on table rate_limits is 'Counted attempts of every kind, for all instances (GCRA, a leaky bucket).';
comment on column rate_limits.tat_ms is 'The theoretical arrival time of the next attempt, in milliseconds.';

-- Counts one attempt. The key's `tat_ms` runs ahead of the clock by `every_ms` per attempt; there is nothing to wait for
-- while it is ahead by `burst` attempts at most. Beyond that the attempt waits, up to `longest_ms`; if that is 0, it is
-- rejected and not counted. Returns the milliseconds to wait; below zero when rejected.
create function rate_limit_consume(limit_key text, burst integer, every_ms bigint, longest_ms bigint) returns bigint
  language plpgsql as $$
declare
  at_ms bigint := extract(epoch from clock_timestamp()) * 1000;
  ahead bigint;
begin
  insert into rate_limits as stored (key, tat_ms) values (limit_key, at_ms + every_ms)
  on conflict (key) do update set
    tat_ms = least(greatest(stored.tat_ms, at_ms) + every_ms, at_ms + burst * every_ms + longest_ms)
  where longest_ms > 0 or greatest(stored.tat_ms, at_ms) + every_ms <= at_ms + burst * every_ms
  returning tat_ms - at_ms into ahead;
  if ahead is null then
    select tat_ms - at_ms into ahead from rate_limits where key = limit_key;
    return least(-1, (burst - 1) * every_ms - ahead);
  end if;
  return greatest(0, ahead - burst * every_ms);
end $$;

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text,
  status integer not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
comment on table idempotency_keys is
  'Writes that were answered, with their responses: a request that is sent again gets the same response.';
comment on column idempotency_keys.scope is
  'Path, account and family of the request, so that nobody gets somebody else''s response.';
comment on column idempotency_keys.request_hash is 'A keyed hash. Null: not compared.';

-- ---------------------------------------------------------------------------------------------------------------------
-- The programme: settings and texts
-- ---------------------------------------------------------------------------------------------------------------------

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create trigger notify after insert or update on settings for each row execute function notify_change('key');
comment on table settings is 'The programme''s settings, one row for each group of them that is saved together.';

create table program_logos (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  picture bytea not null check (octet_length(picture) between 1 and 4000000),
  created_at timestamptz not null default now()
);
comment on table program_logos is
  'The programme''s logo as the server encoded it, and its earlier logos, which mails that were sent still show.';
comment on column program_logos.id is 'A hash of the picture.';

create table site_content (
  id uuid primary key default gen_random_uuid(),
  section_name text not null unique,
  title text not null,
  description text,
  content jsonb not null default '{}',
  spanish jsonb,
  updated_at timestamptz not null default now(),
  updated_by uuid references accounts (id),
  version integer not null default 1
);
create trigger notify after insert or update or delete on site_content for each row
  execute function notify_change('id', 'section_name');
comment on table site_content is 'Texts that staff edit: About, the agreements and the mail templates.';
comment on column site_content.spanish is
  'The optional Spanish text, {"text": …, "outdated": …}; in the section of mail templates one for each of them.';

create table agreement_texts (
  id uuid primary key default gen_random_uuid(),
  language text not null check (language in ('en', 'es')),
  items jsonb not null,
  digest text not null generated always as (md5(language || ' ' || items::text)) stored unique
);
comment on table agreement_texts is
  'The lines that families agreed to, as they read them; shared by all submissions with the same text.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Families and children
-- ---------------------------------------------------------------------------------------------------------------------

create table profiles (
  id uuid primary key references accounts (id),
  full_name text not null,
  email text not null check (length(email) <= 254),
  phone text,
  language text check (language in ('en', 'es')),
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  status_since timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  search_text text not null generated always as (search_text(full_name || ' ' || email)) stored
);
create unique index profiles_email on profiles (lower(email));
create index profiles_name on profiles (lower(full_name), lower(email));
create index profiles_created on profiles (created_at desc, id);
create index profiles_search on profiles using gin (search_text gin_trgm_ops);
create trigger notify after insert or update or delete on profiles for each row execute function notify_change('id');
comment on table profiles is
  'The person of an account. Elsewhere parent_id names the profile of the family''s first adult, which has its records.';
comment on column profiles.language is 'Null as long as none was chosen.';
comment on column profiles.status_since is 'Null as long as the status is the first one.';

create table children (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid not null references profiles (id),
  name text not null check (btrim(name) <> ''),
  grade text,
  allergies text check (btrim(allergies) <> ''),
  notes text check (btrim(notes) <> ''),
  pickup_people jsonb not null default '[]' check (case when jsonb_typeof(pickup_people) = 'array'
    then jsonb_array_length(pickup_people) <= 5
      and not jsonb_path_exists(pickup_people, '$[*].type() ? (@ != "object")')
      and not jsonb_path_exists(pickup_people, '$[*] ? (!(@.name.type() == "string" && @.name like_regex "^.{1,120}$" flag "s"
        && @.name like_regex "[^ ]" && (!exists(@.phone) || @.phone.type() == "null"
          || @.phone.type() == "string" && @.phone like_regex "^.{0,40}$" flag "s")))')
    else false end),
  must_not_pick_up jsonb not null default '[]' check (case when jsonb_typeof(must_not_pick_up) = 'array'
    then jsonb_array_length(must_not_pick_up) <= 5
      and not jsonb_path_exists(must_not_pick_up, '$[*].type() ? (@ != "object")')
      and not jsonb_path_exists(must_not_pick_up, '$[*] ? (!(@.name.type() == "string" && @.name like_regex "^.{1,120}$" flag "s"
        && @.name like_regex "[^ ]" && (!exists(@.note) || @.note.type() == "null"
          || @.note.type() == "string" && @.note like_regex "^.{0,200}$" flag "s")))')
    else false end),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  search_text text not null generated always as (search_text(name)) stored,
  -- For foreign keys that prove that the child is the parent's.
  unique (id, parent_id)
);
create index children_parent on children (parent_id, created_at desc);
create index children_search on children using gin (search_text gin_trgm_ops);
create index children_to_erase on children (deleted_at)
  where deleted_at is not null and (allergies is not null or pickup_people <> '[]');
create trigger notify after insert or update or delete on children for each row
  execute function notify_change('id', 'parent_id');
comment on table children is 'The children of families with an account. Guests'' children are only in their submissions.';
comment on column children.pickup_people is
  'Who may pick the child up besides its family''s adults: up to five, [{"name", "phone"?}].';
comment on column children.must_not_pick_up is 'To whom the child is never released: up to five, [{"name", "note"?}].';
comment on column children.deleted_at is
  'The family removed the child. The row stays as long as submissions name it; allergies and pickup_people are erased.';

create table family_members (
  member_id uuid primary key references profiles (id),
  parent_id uuid not null references profiles (id),
  joined_at timestamptz not null default now(),
  check (member_id <> parent_id)
);
-- Every dashboard looks up who shares the family: from the index alone.
create index family_members_parent on family_members (parent_id, member_id);
create trigger notify after insert or update or delete on family_members for each row
  execute function notify_change('member_id', 'parent_id');
comment on table family_members is 'Adults who joined a family. Its records stay under its first adult, parent_id.';

create table family_invitations (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid not null references profiles (id) on delete cascade,
  invited_by uuid not null references profiles (id) on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  token_hash text not null unique,
  sent_at timestamptz not null default now(),
  sent_on date not null,
  expires_at timestamptz not null,
  ended_at timestamptz
);
create index family_invitations_parent on family_invitations (parent_id, sent_on);
create index family_invitations_inviter on family_invitations (invited_by);
create trigger notify after insert or update or delete on family_invitations for each row
  execute function notify_change('parent_id');
comment on table family_invitations is
  'Invitations to join a family, one row per mail: sending one again ends the earlier row, whose link stops working.';
comment on column family_invitations.sent_on is 'The programme''s day on which it was sent, for the limit per day.';
comment on column family_invitations.ended_at is 'When it was used, cancelled or replaced.';

create table calendar_feeds (
  parent_id uuid primary key references profiles (id) on delete cascade,
  secret_digest text not null unique check (secret_digest ~ '^[0-9a-f]{64}$'),
  encrypted_secret text,
  created_at timestamptz not null
);
comment on table calendar_feeds is 'Private URLs at which calendar apps fetch a family''s days, one per adult.';
comment on column calendar_feeds.parent_id is 'The adult whose URL it is, the family''s first or another one.';
comment on column calendar_feeds.encrypted_secret is
  'Shows the owner the URL again. Null once its encryption key was abandoned: the URL still works.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Months
-- ---------------------------------------------------------------------------------------------------------------------

create table months (
  id uuid primary key default gen_random_uuid(),
  month_name text not null check (btrim(month_name) <> ''),
  year integer not null check (year between 2000 and 2200),
  first_day date generated always as (make_date(year, array_position(
    array['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November',
      'December'], month_name), 1)) stored,
  is_active boolean not null default false,
  regular_price numeric(10, 2) check (regular_price >= 0),
  special_price numeric(10, 2) check (special_price >= 0),
  special_days integer[] not null default '{}' check (days_are_valid(special_days)),
  -- Maps from day numbers are checked as text: jsonb always writes `{"1": "noon", "12": "early"}`.
  day_types jsonb not null default '{}' check (day_types::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": "(regular|noon|early|unavailable|no_school)"(, (?=")|(?=\})))*\}$'),
  closed_days integer[] not null default '{}' check (days_are_valid(closed_days)),
  cancelled_days integer[] not null default '{}' check (days_are_valid(cancelled_days)),
  cancelled_day_types jsonb not null default '{}',
  seats integer check (seats between 1 and 500),
  day_seats jsonb not null default '{}' check (day_seats::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": ([1-9][0-9]?|[1-4][0-9][0-9]|500)(, (?=")|(?=\})))*\}$'),
  taken_seats jsonb not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (month_name, year),
  constraint months_cancelled_day_types_check check (cancelled_day_types ?& cancelled_days::text[]
    and cancelled_day_types::text ~
      '^\{("([1-9]|[12][0-9]|3[01])": "(regular|noon|early)"(, (?=")|(?=\})))*\}$')
);
create index months_active on months (year) where is_active;
create index months_first_day on months (first_day);
comment on table months is 'Calendar months that staff set up. Maps and lists of days use day numbers.';
comment on column months.first_day is 'Null if month_name is none of the twelve.';
comment on column months.is_active is 'Published: offered to parents. Otherwise a draft, which only staff see.';
comment on column months.special_days is 'Noon days, where day_types has no type for them.';
comment on column months.closed_days is 'Days that staff closed to new submissions; who is booked stays booked.';
comment on column months.cancelled_days is 'Days on which the programme cancelled aftercare.';
comment on column months.cancelled_day_types is 'The type that each cancelled day had, for when it takes place after all.';
comment on column months.seats is 'How many children each day can take; null: no limit. day_seats has the days that differ.';
comment on column months.taken_seats is 'Children per day, counted only in months with seats: see count_seats.';

-- Everybody may know of a month that is or was published. Seats carry their numbers: during a rush nobody refetches.
create function notify_month() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.taken_seats <> new.taken_seats and old.version = new.version then
    perform pg_notify('changes', jsonb_build_object('table', 'month_seats', 'type', 'UPDATE', 'id', new.id,
      'is_public', new.is_active, 'taken_seats', new.taken_seats)::text);
  else
    perform pg_notify('changes', jsonb_build_object('table', 'months', 'type', tg_op, 'id', coalesce(new.id, old.id),
      'is_public', coalesce(new.is_active, false) or coalesce(old.is_active, false))::text);
  end if;
  return null;
end $$;
create trigger notify after insert or update or delete on months for each row execute function notify_month();

create table seat_watches (
  parent_id uuid not null references profiles (id) on delete cascade,
  month_id uuid not null references months (id) on delete cascade,
  day integer not null check (day between 1 and 31),
  asked_by uuid references profiles (id) on delete set null,
  created_at timestamptz not null,
  primary key (parent_id, month_id, day)
);
create index seat_watches_day on seat_watches (month_id, day, created_at);
create index seat_watches_asked_by on seat_watches (asked_by) where asked_by is not null;
create trigger notify after insert or update or delete on seat_watches for each row
  execute function notify_change('parent_id', 'month_id');
comment on table seat_watches is 'Families waiting for a seat on a full day.';
comment on column seat_watches.asked_by is 'The adult who gets the mail. Null: the first adult.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Submissions
-- ---------------------------------------------------------------------------------------------------------------------

create table submissions (
  id uuid primary key default gen_random_uuid(),
  -- Whose: a family's child, or a guest's.
  parent_id uuid references profiles (id),
  child_id uuid,
  guest_parent_name text,
  guest_parent_email text,
  guest_parent_phone text,
  guest_child_name text,
  guest_child_allergies text,
  guest_child_notes text,
  is_same_child boolean,
  -- For when: days of a month, or a drop-in's date.
  month_id uuid references months (id),
  selected_days integer[] not null check (days_are_valid(selected_days)),
  dropin_date date,
  dismissal_type text check (dismissal_type in ('regular', 'noon', 'early')),
  -- What it costs, and what of it was billed and paid.
  total_fee numeric(10, 2) not null check (total_fee >= 0),
  day_prices jsonb,
  credits jsonb not null default '{}' check (credits = '{}' or credits::text ~
    '^\{("([1-9]|[12][0-9]|3[01])": [0-9]+(\.[0-9]{1,2})?(, (?=")|(?=\})))*\}$'),
  billed_status text not null default 'not_billed' check (billed_status in ('not_billed', 'billed')),
  billed_fee numeric(10, 2) check (billed_fee >= 0),
  paid_amount numeric(10, 2) not null default 0,
  -- A column and not only a condition, so that PostgreSQL knows how few there are.
  edited_since_billed boolean not null generated always as (coalesce(billed_fee <> total_fee, false)) stored,
  -- What happened to it.
  status text not null default 'submitted'
    check (status in ('submitted', 'pending', 'approved', 'declined', 'cancelled')),
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_edited boolean not null default false,
  edit_history jsonb not null default '[]',
  original_selected_days integer[] check (days_are_valid(original_selected_days)),
  cancellation jsonb,
  cancel_request jsonb,
  is_restored boolean not null default false,
  -- What was agreed to, and in which language.
  agreed_at timestamptz,
  agreement_id uuid references agreement_texts (id),
  language text not null default 'en' check (language in ('en', 'es')),
  version integer not null default 1,
  guest_search_text text generated always as (case when parent_id is null
    then search_text(guest_parent_name || ' ' || guest_parent_email || ' ' || guest_child_name) end) stored,
  foreign key (child_id, parent_id) references children (id, parent_id),
  unique (id, parent_id),
  constraint parent_names_a_child check (parent_id is null or child_id is not null),
  constraint guest_names_parent_and_child check (
    parent_id is not null
    or (child_id is null and guest_parent_name is not null and guest_parent_email is not null
        and guest_child_name is not null)),
  constraint drop_in_has_its_date check (
    (month_id is null) = (dropin_date is not null)
    and (dropin_date is null or selected_days = array[extract(day from dropin_date)::integer])),
  constraint day_prices_add_up
    check (day_prices is null or month_id is not null and day_prices_are_valid(day_prices, selected_days, total_fee)),
  constraint only_billed_has_a_billed_fee check (billed_status = 'billed' or billed_fee is null),
  constraint only_cancelled_has_no_days check (case when cancellation is null then cardinality(selected_days) >= 1
    else status = 'cancelled' and month_id is not null and (cardinality(selected_days) > 0 or day_prices is null)
      and cancellation ?& array['cancelled_at', 'cancelled_by', 'reason', 'fee', 'selected_days', 'day_prices', 'total_fee']
      and length(cancellation ->> 'reason') <= 2000 end),
  constraint submissions_cancel_request_check check (cancel_request is null or cancellation is null
    and month_id is not null and cancel_request ?& array['text', 'asked_at', 'answer', 'answered_at']
    and length(cancel_request ->> 'text') <= 1000)
);
-- Lists, newest first: all, a month's, a family's, drop-ins, by status (counted from the index alone), edited since
-- billed.
create index submissions_newest on submissions (submitted_at desc, id desc);
create index submissions_month_newest on submissions (month_id, submitted_at desc, id desc);
create index submissions_parent on submissions (parent_id, submitted_at desc, id desc);
create index submissions_drop_ins on submissions (submitted_at desc, id desc) where month_id is null;
create index submissions_status on submissions
  (derived_status(total_fee, paid_amount, billed_status, status), submitted_at desc, id desc)
  include (total_fee, paid_amount, billed_status, status);
create index submissions_edited_since_billed on submissions (submitted_at desc, id desc) where edited_since_billed;
-- A child has one registration per month, besides cancelled ones.
create unique index submissions_child_id_month_id_key on submissions (child_id, month_id) where cancellation is null;
create index submissions_child on submissions (child_id);
create index submissions_child_drop_ins on submissions (child_id, dropin_date) where dropin_date is not null;
create index submissions_drop_in_day on submissions (dropin_date) where dropin_date is not null;
-- Counted from the index alone; by month, since equal keys make it small.
create index submissions_unpaid on submissions (month_id) where paid_amount < total_fee;
create index submissions_cancel_requests on submissions ((cancel_request ->> 'asked_at'))
  where cancel_request is not null and cancel_request ->> 'answered_at' is null;
-- Guests by address, the newest row first, and in the order of the list of parents.
create index submissions_guest on submissions (guest_key(guest_parent_email), submitted_at desc, id desc)
  include (guest_parent_email) where parent_id is null;
create index submissions_guest_name on submissions (lower(guest_parent_name), lower(guest_key(guest_parent_email)))
  where parent_id is null;
create index submissions_guest_search on submissions using gin (guest_search_text gin_trgm_ops) where parent_id is null;
create trigger notify after insert or update or delete on submissions for each row
  execute function notify_change('id', 'parent_id', 'month_id');
comment on table submissions is
  'One child''s registration for days of a month (month_id), or its drop-in on one date (dropin_date).';
comment on column submissions.parent_id is 'The family. Null: a guest''s, described by the columns guest_….';
comment on column submissions.guest_child_notes is
  'Notes on any submission, not only a guest''s: what came with it, and what staff write. Families never see them.';
comment on column submissions.is_same_child is
  'What staff answered when asked whether a guest''s child is one on file: true linked it to that child, false: another child. Null until then.';
comment on column submissions.selected_days is
  'Day numbers of the month; of a drop-in, its day. A cancelled registration keeps only days on which the child was here.';
comment on column submissions.day_prices is
  'The price of each day as it was booked, in dollars by day number. Null for drop-ins, and where it is not known.';
comment on column submissions.credits is
  'What was credited for cancelled days, in dollars by day number; 0 where staff left the credit. A credited day stays booked, at 0.';
comment on column submissions.billed_fee is 'The fee when it was billed: an edit changes only total_fee. See set_billed_fee.';
comment on column submissions.paid_amount is 'The sum of its payments: see apply_payment.';
comment on column submissions.edit_history is 'A list of edits; a single object is an old list of one.';
comment on column submissions.original_selected_days is
  'The days before the latest edit. The days first chosen are the previous_days of the first entry in edit_history.';
comment on column submissions.cancellation is 'What a cancelled registration had, for the record and to undo it.';
comment on column submissions.cancel_request is 'The family''s latest request to cancel: open until staff cancel or answer.';
comment on column submissions.is_restored is 'A removed drop-in that came back because the child was there.';
comment on column submissions.agreement_id is 'Null if the text was not stored, and for drop-ins that staff entered.';
comment on column submissions.language is 'What the family or guest was reading when they agreed. Mails to guests use it.';

create function set_billed_fee() returns trigger language plpgsql as $$
begin
  if new.billed_status <> 'billed' then
    new.billed_fee := null;
  elsif tg_op = 'INSERT' then
    new.billed_fee := coalesce(new.billed_fee, new.total_fee);
  elsif old.billed_status <> 'billed' then
    new.billed_fee := new.total_fee;
  end if;
  return new;
end $$;
create trigger set_billed_fee before insert or update of billed_status on submissions
  for each row execute function set_billed_fee();

-- Children per day: a child with a registration and a drop-in on one day takes one seat.
create function count_taken_seats(month months) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n, children), '{}') from (
    select n, count(*) as children from (
      select coalesce(child_id, id), unnest(selected_days) as n from submissions where month_id = month.id
      union
      select coalesce(child_id, id), extract(day from dropin_date)::integer from submissions
      where dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date
    ) booked group by n) counted
$$;

-- Counts that stay as they were are not written: the update would be notified as a change of the month, and everybody
-- would refetch the months.
create function count_seats() returns trigger language plpgsql as $$
declare
  counted months;
  taken jsonb;
begin
  -- Locked before counting, so that the count sees what those who were first have stored.
  for counted in
    select * from months
    where (seats is not null or day_seats <> '{}') and (id in (old.month_id, new.month_id)
      or first_day in (date_trunc('month', old.dropin_date)::date, date_trunc('month', new.dropin_date)::date))
    order by id for no key update
  loop
    taken := count_taken_seats(counted);
    if taken <> counted.taken_seats then
      update months set taken_seats = taken where id = counted.id;
    end if;
  end loop;
  return null;
end $$;
create trigger count_seats after insert or delete or update of selected_days, child_id, month_id, dropin_date
  on submissions for each row execute function count_seats();

create table removed_drop_ins (
  id uuid primary key,
  parent_id uuid references profiles (id) on delete cascade,
  child_id uuid,
  guest_parent_name text,
  guest_parent_email text,
  guest_parent_phone text,
  guest_child_name text,
  guest_child_allergies text,
  guest_child_notes text,
  is_same_child boolean,
  dropin_date date not null,
  dismissal_type text check (dismissal_type in ('regular', 'noon', 'early')),
  total_fee numeric(10, 2) not null check (total_fee >= 0),
  submitted_at timestamptz not null,
  agreed_at timestamptz,
  agreement_id uuid references agreement_texts (id),
  language text not null check (language in ('en', 'es')),
  removed_at timestamptz not null,
  removed_by text not null check (removed_by in ('family', 'guest', 'staff')),
  removed_by_id uuid,
  foreign key (child_id, parent_id) references children (id, parent_id) on delete cascade
);
create index removed_drop_ins_newest on removed_drop_ins (removed_at desc, id desc);
create trigger notify after insert or update or delete on removed_drop_ins for each row
  execute function notify_change('id');
comment on table removed_drop_ins is
  'Drop-ins that were deleted or withdrawn, for some weeks after their day: staff see who withdrew what, and an arrival on an offline board brings one back. Columns as in submissions.';

create table guest_links (
  id text primary key,
  submission_id uuid not null references submissions (id) on delete cascade,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index guest_links_submission on guest_links (submission_id);
create index guest_links_expires on guest_links (expires_at);
comment on table guest_links is 'Private links with which guests see what they sent; made when the mail is sent.';
comment on column guest_links.id is 'A digest of the secret, which is stored nowhere.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Payments
-- ---------------------------------------------------------------------------------------------------------------------

create table payment_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (char_length(file_name) between 1 and 200),
  payments integer not null check (payments > 0),
  amount numeric(14, 2) not null,
  imported_by uuid not null references accounts (id),
  imported_at timestamptz not null,
  undone_by uuid references accounts (id),
  undone_at timestamptz,
  check ((undone_by is null) = (undone_at is null))
);
create index payment_imports_newest on payment_imports (imported_at desc, id desc);
create trigger notify after insert or update on payment_imports for each row execute function notify_change('id');
comment on table payment_imports is 'Files of a biller or a bank whose payments were recorded together.';
comment on column payment_imports.payments is 'How many.';

create table payments (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid not null references profiles (id),
  submission_id uuid,
  amount numeric(10, 2) not null,
  payment_method text check (payment_method in
    ('cash', 'check', 'credit_card', 'bank_transfer', 'brightwheel', 'facts', 'other')),
  payment_date date not null,
  notes text,
  recorded_by uuid not null references accounts (id),
  reverses_payment_id uuid unique references payments (id),
  import_id uuid references payment_imports (id),
  import_key text,
  created_at timestamptz not null default now(),
  foreign key (submission_id, parent_id) references submissions (id, parent_id) on delete set null (submission_id),
  constraint only_a_reversal_is_negative check (
    case when reverses_payment_id is null then amount >= 0 else amount <= 0 end)
);
create index payments_parent on payments (parent_id, payment_date desc, created_at desc);
create index payments_submission on payments (submission_id) where submission_id is not null;
-- The sums of a school year read only this index.
create index payments_date on payments (payment_date) include (amount);
create index payments_import on payments (import_id) where import_id is not null;
create index payments_import_key on payments (import_key) where import_key is not null;
create trigger notify after insert or update or delete on payments for each row
  execute function notify_change('id', 'parent_id');
comment on table payments is 'Money received from families. Append-only: a mistake is reversed by another payment.';
comment on column payments.submission_id is 'What it was applied to. Null: a general payment.';
comment on column payments.import_key is 'A hash of its line in the imported file: the same line is not imported twice unasked.';

-- Keeps submissions.paid_amount in step, so that lists derive the status without reading payments.
create function apply_payment() returns trigger language plpgsql as $$
begin
  update submissions set paid_amount = paid_amount + new.amount where id = new.submission_id;
  return null;
end $$;
create trigger apply_payment after insert on payments
  for each row when (new.submission_id is not null) execute function apply_payment();

create trigger no_delete before delete on payments for each row execute function append_only();
create trigger no_truncate before truncate on payments for each statement execute function append_only();
-- Notes can be corrected; the foreign key clears a deleted submission; erasing a family clears the line's hash. Compared
-- as JSON, so that columns added later are protected too.
create trigger only_notes before update on payments for each row
  when (to_jsonb(old) - array['notes', 'submission_id', 'import_key']
      <> to_jsonb(new) - array['notes', 'submission_id', 'import_key']
    or old.import_key is distinct from new.import_key and new.import_key is not null
    or old.submission_id is distinct from new.submission_id and (new.submission_id is not null or pg_trigger_depth() = 0))
  execute function append_only();

create table remembered_payers (
  payer_key text primary key,
  parent_id uuid not null references profiles (id),
  import_id uuid references payment_imports (id),
  updated_at timestamptz not null
);
create index remembered_payers_parent on remembered_payers (parent_id);
create index remembered_payers_import on remembered_payers (import_id);
comment on table remembered_payers is 'Whose payments a name in a biller''s or a bank''s file are, as staff confirmed it.';
comment on column remembered_payers.import_id is 'The import that remembered it: undoing that one forgets it.';

create table import_reviews (
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('payments', 'families')),
  id uuid not null unique default gen_random_uuid(),
  file_name text not null check (char_length(file_name) between 1 and 200),
  contents jsonb not null,
  choices jsonb not null,
  outcome jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, kind)
);
comment on table import_reviews is
  'CSV files that staff are reviewing before they import them, for at most a day. The file itself is not kept.';
comment on column import_reviews.contents is 'The headings and the records below them.';
comment on column import_reviews.choices is 'What staff chose: columns, and decisions about lines.';
comment on column import_reviews.outcome is 'What was shown last, line by line: compared when it is imported.';

create table import_columns (
  kind text not null check (kind in ('payments', 'families')),
  headings_hash text not null,
  columns jsonb not null,
  updated_at timestamptz not null,
  primary key (kind, headings_hash)
);
comment on table import_columns is 'Which columns staff chose, for the next file with the same headings.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Attendance
-- ---------------------------------------------------------------------------------------------------------------------

create table attendance_marks (
  submission_id uuid not null references submissions (id) on delete cascade,
  day date not null,
  arrived_at timestamptz,
  left_at timestamptz,
  picked_up_by text check (btrim(picked_up_by) <> '' and length(picked_up_by) <= 120),
  not_on_list boolean not null default false,
  pickup_time text check (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  late_minutes integer not null default 0 check (late_minutes between 0 and 1439),
  not_coming_at timestamptz,
  not_coming_by text check (not_coming_by in ('parent', 'staff')),
  note text check (btrim(note) <> '' and length(note) <= 2000),
  version integer not null default 1 check (version >= 1),
  updated_at timestamptz not null default now(),
  primary key (submission_id, day),
  constraint left_after_arriving check (left_at is null or (arrived_at is not null and left_at >= arrived_at)),
  constraint only_who_left_was_picked_up check (
    left_at is not null or (picked_up_by is null and pickup_time is null and late_minutes = 0)),
  constraint only_who_left_was_released check (left_at is not null or not not_on_list),
  constraint only_who_does_not_come_was_said_so check (not_coming_at is not null or not_coming_by is null)
);
-- Who was here on a day, booked or not: the board and the day report list them all.
create index attendance_marks_arrived on attendance_marks (day) where arrived_at is not null;
create index attendance_marks_late on attendance_marks (day desc, submission_id) where late_minutes > 0;
comment on table attendance_marks is
  'What is known of a child on a day: arrived, left and with whom, or not coming. A mark stays when the day is no longer booked.';
comment on column attendance_marks.not_on_list is
  'Released to somebody who was not on the child''s list. The name may be erased later.';
comment on column attendance_marks.pickup_time is
  'The pick-up time in force when the child left, and late_minutes by how much it was missed: later settings change neither.';

-- The submission's family may know.
create function notify_mark() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', jsonb_strip_nulls(jsonb_build_object('table', 'attendance_marks', 'type', tg_op,
    'id', coalesce(new.submission_id, old.submission_id), 'day', coalesce(new.day, old.day),
    'parent_id', (select parent_id from submissions where id = coalesce(new.submission_id, old.submission_id))))::text);
  return null;
end $$;
create trigger notify after insert or update or delete on attendance_marks for each row execute function notify_mark();

-- ---------------------------------------------------------------------------------------------------------------------
-- Mail
-- ---------------------------------------------------------------------------------------------------------------------

create table outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  to_email text not null,
  to_name text,
  subject text not null check (subject !~ '[\r\n]'),
  text text not null,
  content jsonb,
  message_id text not null unique,
  is_secret boolean not null default false,
  submission_id uuid,
  sent_by uuid,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  send_after timestamptz,
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz,
  constraint outbox_to_address_check check (length(to_email) <= 254 and to_email !~ '[\r\n]')
);
create index outbox_due on outbox (next_attempt_at) where state in ('queued', 'sending');
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_submission on outbox (submission_id) where submission_id is not null;
create index outbox_sent_by on outbox (sent_by) where sent_by is not null;
-- Inserts carry no columns to listeners: one notification per statement.
create trigger notify_insert after insert on outbox for each statement execute function notify_change();
create trigger notify after update or delete on outbox for each row execute function notify_change('id', 'state');
comment on table outbox is
  'Mails, stored in the transaction that causes them; a worker sends them. They outlive the accounts and submissions they name.';
comment on column outbox.content is 'What the mail says; the worker renders the HTML. Null in mails of plain text.';
comment on column outbox.is_secret is 'Contains a one-time link: staff never see the body.';
comment on column outbox.sent_by is 'The adult whom a mail to others names: their mails are found by it when they delete their account.';
comment on column outbox.send_after is
  'By the programme''s clock; null: at once. Mails that wait report the last state of several changes in a row.';

create table family_messages (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 2000),
  cancelled boolean not null,
  families integer not null check (families > 0),
  sent_by uuid not null references accounts (id),
  sent_on date not null,
  sent_at timestamptz not null
);
create index family_messages_sent on family_messages (sent_on);
create index family_messages_day on family_messages (day, sent_at desc);
create trigger notify after insert or update or delete on family_messages for each statement
  execute function notify_change();
comment on table family_messages is 'What staff wrote to all families of a day. The mails are in the outbox.';
comment on column family_messages.cancelled is 'Aftercare was cancelled on the day in the same step.';
comment on column family_messages.families is 'How many.';
comment on column family_messages.sent_on is 'The programme''s day on which it was sent, for the limit per day.';

-- ---------------------------------------------------------------------------------------------------------------------
-- Audit log and jobs
-- ---------------------------------------------------------------------------------------------------------------------

-- Erasing a family erases its words from the audit log too: every text in a detail becomes "[erased]". Ids, days,
-- amounts and states stay.
create function redact_text(value jsonb) returns jsonb
  language plpgsql immutable parallel safe as $$
declare
  word text := value #>> '{}';
begin
  case jsonb_typeof(value)
    when 'object' then
      return coalesce((select jsonb_object_agg(key, redact_text(part)) from jsonb_each(value) as e (key, part)), '{}');
    when 'array' then
      return coalesce((select jsonb_agg(redact_text(part) order by n)
        from jsonb_array_elements(value) with ordinality as e (part, n)), '[]');
    when 'string' then
      -- Ids, days, instants and times of day name nobody, and so do the words of value sets.
      if word ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
        or word ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}(T[0-9:.]+(Z|[+-][0-9:]+))?$' or word ~ '^[0-9]{2}:[0-9]{2}$'
        or word in ('', '[erased]', 'not_billed', 'billed', 'submitted', 'pending', 'approved', 'declined', 'cancelled',
          'active', 'inactive', 'suspended', 'regular', 'noon', 'early', 'parent', 'admin', 'staff', 'cash', 'check',
          'credit_card', 'bank_transfer', 'brightwheel', 'facts', 'other') then
        return value;
      end if;
      return '"[erased]"';
    else
      return value;
  end case;
end $$;

create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_id uuid,
  actor_role text not null check (actor_role in ('visitor', 'parent', 'admin', 'system')),
  action text not null,
  table_name text not null,
  row_id text,
  detail jsonb not null default '{}'
);
-- Staff read it newest first, by person, kind and day: each way in is an index read from its newest end.
create index audit_log_newest on audit_log (at desc, id desc);
create index audit_log_row on audit_log (table_name, row_id, at desc);
create index audit_log_actor on audit_log (actor_id, at desc, id desc) where actor_id is not null;
create index audit_log_role on audit_log (actor_role, at desc, id desc);
create index audit_log_kind on audit_log (split_part(action, '.', 1), actor_role, at desc, id desc);
create trigger notify after insert on audit_log for each statement execute function notify_change();
create trigger no_delete before delete or truncate on audit_log for each statement execute function append_only();
create trigger only_redact before update on audit_log for each row
  when (to_jsonb(old) - 'detail' <> to_jsonb(new) - 'detail' or new.detail <> redact_text(old.detail))
  execute function append_only();
comment on table audit_log is
  'Who changed what and when. Append-only, except that redact_text may erase the words in a detail. Its ids outlive the rows they name.';

create table job_runs (
  job text not null,
  run_key text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  error text,
  failures integer not null default 0,
  failed_at timestamptz,
  retry_at timestamptz,
  primary key (job, run_key)
);
-- A run that never failed concerns nobody.
create trigger notify after insert or update on job_runs for each row when (new.failures > 0)
  execute function notify_change();
comment on table job_runs is 'Nightly and daily jobs, each once for all instances. A failed one is retried later and later.';
comment on column job_runs.run_key is 'The day or other occasion of the run.';
