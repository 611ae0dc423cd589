create table second_adults (
  parent_id uuid not null references profiles (id) on delete cascade,
  email text not null check (email = lower(email) and length(email) between 3 and 254),
  full_name text not null,
  phone text,
  invited_at timestamptz,
  created_at timestamptz not null,
  primary key (parent_id, email)
);
create index second_adults_email on second_adults (email);
create trigger notify after insert or update or delete on second_adults for each row
  execute function notify_change('parent_id');
comment on table second_adults is
  'Adults whom an imported list names beside the first one, until they join the family.';
comment on column second_adults.invited_at is 'When the invitation was mailed that came with the first adult''s.';
