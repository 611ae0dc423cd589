-- What must never break stands here, in the database: value sets, uniqueness, ownership, and no cascade
-- from a month, a parent or a child into submissions or payments.

create extension if not exists pg_trgm;

create table accounts (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(btrim(email)) and length(email) between 3 and 254),
  password_hash text,
  email_verified_at timestamptz,
  metadata jsonb not null default '{}',
  disabled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Only SHA-256 digests of session secrets and link tokens are stored.
create table sessions (
  id text primary key,
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null default 'full' check (kind in ('full', 'recovery')),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index sessions_account on sessions (account_id);
create index sessions_expires on sessions (expires_at);

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

create table profiles (
  id uuid primary key references accounts (id),
  full_name text not null,
  email text not null check (length(email) <= 254),
  phone text,
  status text not null default 'active' check (status in ('active', 'inactive', 'suspended')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1
);
create unique index profiles_email on profiles (lower(email));
create index profiles_name_search on profiles using gin (full_name gin_trgm_ops);
create index profiles_email_search on profiles using gin (email gin_trgm_ops);
create index profiles_created on profiles (created_at desc, id);

create table user_roles (
  user_id uuid not null references accounts (id) on delete cascade,
  role text not null check (role in ('admin', 'parent')),
  primary key (user_id, role)
);
create index user_roles_role on user_roles (role, user_id);

create table admin_email_preferences (
  user_id uuid primary key references accounts (id) on delete cascade,
  monthly_submission_parent boolean not null default true,
  monthly_submission_admin boolean not null default true,
  dropin_submission_parent boolean not null default true,
  dropin_submission_admin boolean not null default true,
  daily_attendance_report boolean not null default true,
  updated_at timestamptz not null default now()
);

create table children (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid not null references profiles (id),
  name text not null check (btrim(name) <> ''),
  allergies text check (btrim(allergies) <> ''),
  grade text,
  notes text check (btrim(notes) <> ''),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  unique (id, parent_id)
);
create index children_parent on children (parent_id, created_at desc);
create index children_name_search on children using gin (name gin_trgm_ops);
create index children_to_erase on children (deleted_at) where deleted_at is not null and allergies is not null;

create function days_are_valid(days integer[]) returns boolean
  language sql immutable parallel safe
  return coalesce((select bool_and(d between 1 and 31) and count(*) = count(distinct d) from unnest(days) as d), true);

create function day_types_are_valid(types jsonb) returns boolean
  language sql immutable parallel safe
  return jsonb_typeof(types) = 'object' and coalesce(
    (select bool_and(key ~ '^([1-9]|[12][0-9]|3[01])$'
        and value in ('regular', 'noon', 'early', 'unavailable', 'no_school'))
      from jsonb_each_text(types)), true);

create table months (
  id uuid primary key default gen_random_uuid(),
  month_name text not null check (btrim(month_name) <> ''),
  year integer not null check (year between 2000 and 2200),
  is_active boolean not null default false,
  regular_price numeric(10, 2) check (regular_price >= 0),
  special_price numeric(10, 2) check (special_price >= 0),
  special_days integer[] not null default '{}' check (days_are_valid(special_days)),
  closed_days integer[] not null default '{}' check (days_are_valid(closed_days)),
  day_types jsonb not null default '{}' check (day_types_are_valid(day_types)),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  version integer not null default 1,
  unique (month_name, year)
);
create index months_active on months (year) where is_active;

create table submissions (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid references profiles (id),
  child_id uuid,
  month_id uuid references months (id),
  selected_days integer[] not null check (cardinality(selected_days) >= 1 and days_are_valid(selected_days)),
  total_fee numeric(10, 2) not null check (total_fee >= 0),
  paid_amount numeric(10, 2) not null default 0,
  billed_status text not null default 'not_billed' check (billed_status in ('not_billed', 'billed')),
  status text not null default 'submitted'
    check (status in ('submitted', 'pending', 'approved', 'declined', 'cancelled')),
  submitted_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  is_edited boolean not null default false,
  edit_history jsonb not null default '[]',
  original_selected_days integer[] check (days_are_valid(original_selected_days)),
  guest_parent_name text,
  guest_parent_email text,
  guest_parent_phone text,
  guest_child_name text,
  guest_child_allergies text,
  guest_child_notes text,
  dismissal_type text check (dismissal_type in ('regular', 'noon', 'early')),
  dropin_date date,
  agreed_at timestamptz,
  version integer not null default 1,
  foreign key (child_id, parent_id) references children (id, parent_id),
  unique (child_id, month_id),
  unique (id, parent_id),
  constraint drop_in_has_its_date check (
    (month_id is null) = (dropin_date is not null)
    and (dropin_date is null or selected_days = array[extract(day from dropin_date)::integer])),
  constraint guest_names_parent_and_child check (
    parent_id is not null
    or (child_id is null and guest_parent_name is not null and guest_parent_email is not null
        and guest_child_name is not null)),
  constraint parent_names_a_child check (parent_id is null or child_id is not null)
);
create index submissions_parent on submissions (parent_id, submitted_at desc);
create index submissions_month on submissions (month_id);
create index submissions_newest on submissions (submitted_at desc, id desc);
create index submissions_drop_ins on submissions (submitted_at desc, id desc) where month_id is null;
create index submissions_drop_in_day on submissions (dropin_date) where dropin_date is not null;
create index submissions_unpaid on submissions (submitted_at desc) where paid_amount < total_fee;
create index submissions_guest on submissions (lower(btrim(guest_parent_email))) where parent_id is null;
create index submissions_guest_search on submissions using gin
  (guest_parent_name gin_trgm_ops, guest_parent_email gin_trgm_ops, guest_child_name gin_trgm_ops);

create table payments (
  id uuid primary key default gen_random_uuid(),
  parent_id uuid not null references profiles (id),
  amount numeric(10, 2) not null,
  payment_method text check (payment_method in
    ('cash', 'check', 'credit_card', 'bank_transfer', 'brightwheel', 'facts', 'other')),
  submission_id uuid,
  notes text,
  payment_date date not null,
  recorded_by uuid not null references accounts (id),
  reverses_payment_id uuid unique references payments (id),
  created_at timestamptz not null default now(),
  foreign key (submission_id, parent_id) references submissions (id, parent_id) on delete set null (submission_id),
  constraint only_a_reversal_is_negative check (
    case when reverses_payment_id is null then amount >= 0 else amount <= 0 end)
);
create index payments_parent on payments (parent_id, payment_date desc, created_at desc);
create index payments_submission on payments (submission_id) where submission_id is not null;

-- Keeps submissions.paid_amount in step, so that a derived status costs no look at the payments.
create function add_payment_to_submission() returns trigger language plpgsql as $$
begin
  update submissions set paid_amount = paid_amount + new.amount where id = new.submission_id;
  return null;
end $$;
create trigger payments_add after insert on payments
  for each row when (new.submission_id is not null) execute function add_payment_to_submission();

create function refuse_payment_change() returns trigger language plpgsql as $$
begin
  raise exception 'payments are append-only' using errcode = 'check_violation';
end $$;
create trigger payments_stay before update on payments for each row
  when (old.amount is distinct from new.amount or old.parent_id is distinct from new.parent_id
    or old.payment_date is distinct from new.payment_date
    or (new.submission_id is not null and old.submission_id is distinct from new.submission_id))
  execute function refuse_payment_change();
create trigger payments_kept before delete on payments for each row execute function refuse_payment_change();

create table site_content (
  id uuid primary key default gen_random_uuid(),
  section_name text not null unique,
  title text not null,
  description text,
  content jsonb not null default '{}',
  updated_at timestamptz not null default now(),
  updated_by uuid references accounts (id),
  version integer not null default 1
);

create table settings (
  key text primary key,
  value jsonb not null,
  updated_at timestamptz not null default now()
);

create table outbox (
  id uuid primary key default gen_random_uuid(),
  template text not null,
  to_address text not null check (length(to_address) <= 254 and to_address !~ '[\r\n]'),
  to_name text,
  subject text not null check (subject !~ '[\r\n]'),
  html text not null,
  text text not null,
  message_id text not null unique,
  -- A mail whose body bears a one-time link: its body is never shown to staff.
  is_secret boolean not null default false,
  submission_id uuid references submissions (id) on delete set null,
  state text not null default 'queued' check (state in ('queued', 'sending', 'sent', 'failed')),
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_until timestamptz,
  last_error text,
  created_at timestamptz not null default now(),
  sent_at timestamptz
);
create index outbox_due on outbox (next_attempt_at) where state in ('queued', 'sending');
create index outbox_newest on outbox (created_at desc, id desc);
create index outbox_submission on outbox (submission_id) where submission_id is not null;

create table job_runs (
  job text not null,
  run_key text not null,
  started_at timestamptz not null default now(),
  finished_at timestamptz,
  error text,
  primary key (job, run_key)
);

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
create index audit_log_row on audit_log (table_name, row_id, at desc);
create index audit_log_newest on audit_log (at desc);

create table idempotency_keys (
  scope text not null,
  key text not null,
  request_hash text not null,
  status integer not null,
  response jsonb not null,
  created_at timestamptz not null default now(),
  primary key (scope, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);

-- The shape that the rate limiter's PostgreSQL store expects.
create table rate_limits (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);
create index rate_limits_expire on rate_limits (expire);

-- Every change is told to listeners as ids only (and a mail's state), never contents: what a listener may read is
-- decided when it reads.
create function tell_change() returns trigger language plpgsql as $$
declare
  changed jsonb := to_jsonb(case when tg_op = 'DELETE' then old else new end);
begin
  perform pg_notify('changes', jsonb_strip_nulls(jsonb_build_object(
    'table', tg_table_name, 'type', tg_op,
    'id', case tg_table_name when 'sessions' then null else coalesce(changed ->> 'id', changed ->> 'user_id') end,
    'parent_id', case tg_table_name when 'profiles' then changed ->> 'id' else changed ->> 'parent_id' end,
    'account_id', coalesce(changed ->> 'account_id', changed ->> 'user_id'),
    'month_id', changed ->> 'month_id',
    'section_name', changed ->> 'section_name',
    'state', case tg_table_name when 'outbox' then changed ->> 'state' end))::text);
  return null;
end $$;

create trigger tell after insert or update or delete on site_content for each row execute function tell_change();
create trigger tell after insert or update or delete on months for each row execute function tell_change();
create trigger tell after insert or update or delete on submissions for each row execute function tell_change();
create trigger tell after insert or update or delete on children for each row execute function tell_change();
create trigger tell after insert or update or delete on payments for each row execute function tell_change();
create trigger tell after insert or update or delete on profiles for each row execute function tell_change();
create trigger tell after insert or update or delete on user_roles for each row execute function tell_change();
create trigger tell after delete on sessions for each row execute function tell_change();
create trigger tell after insert or update or delete on outbox for each row execute function tell_change();
