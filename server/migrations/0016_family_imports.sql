create table family_imports (
  id uuid primary key default gen_random_uuid(),
  file_name text not null check (char_length(file_name) between 1 and 200),
  families integer not null,
  children integer not null check (children > 0),
  imported_by uuid not null references accounts (id),
  imported_at timestamptz not null,
  undone_by uuid references accounts (id),
  undone_at timestamptz,
  stayed integer not null default 0,
  check ((undone_by is null) = (undone_at is null))
);
create index family_imports_newest on family_imports (imported_at desc, id desc);
create trigger notify after insert or update on family_imports for each row execute function notify_change('id');
comment on table family_imports is 'Lists of a school office whose families were imported together.';
comment on column family_imports.families is 'How many, known ones that got a child included.';
comment on column family_imports.stayed is 'To how many of its families something else had happened when it was undone.';

alter table profiles add column import_id uuid references family_imports (id);
create index profiles_import on profiles (import_id) where import_id is not null;
comment on column profiles.import_id is 'The import that created the family.';
alter table children add column import_id uuid references family_imports (id);
create index children_import on children (import_id) where import_id is not null;
comment on column children.import_id is 'The import that added the child.';
