-- Import of CSV files. A file is read once and not kept: what it contains is under review for at most a day.
create table import_reviews (
  account_id uuid not null references accounts (id) on delete cascade,
  kind text not null check (kind in ('payments', 'families')),
  id uuid not null unique default gen_random_uuid(),
  file_name text not null check (char_length(file_name) between 1 and 200),
  -- The headings and the records below them.
  contents jsonb not null,
  -- What staff chose: columns, and decisions about lines.
  choices jsonb not null,
  -- What was shown last, line by line: compared when it is imported.
  outcome jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null,
  primary key (account_id, kind)
);

-- The choice of columns, for files with the same headings.
create table import_columns (
  kind text not null check (kind in ('payments', 'families')),
  headings_hash text not null,
  columns jsonb not null,
  updated_at timestamptz not null,
  primary key (kind, headings_hash)
);

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

-- Whose payments a name in a biller's or a bank's file are, as staff confirmed it.
create table remembered_payers (
  payer_key text primary key,
  parent_id uuid not null references profiles (id),
  updated_at timestamptz not null
);
create index remembered_payers_parent on remembered_payers (parent_id);

-- The import a payment came from, and a hash of its line: the same line is not imported twice unasked.
alter table payments add column import_id uuid references payment_imports (id), add column import_key text;
create index payments_import on payments (import_id) where import_id is not null;
create index payments_import_key on payments (import_key) where import_key is not null;
-- As before; the hash goes with the notes when a family is erased.
drop trigger only_notes on payments;
create trigger only_notes before update on payments for each row
  when (to_jsonb(old) - array['notes', 'submission_id', 'import_key']
      <> to_jsonb(new) - array['notes', 'submission_id', 'import_key']
    or old.import_key is distinct from new.import_key and new.import_key is not null
    or old.submission_id is distinct from new.submission_id and (new.submission_id is not null or pg_trigger_depth() = 0))
  execute function append_only();
