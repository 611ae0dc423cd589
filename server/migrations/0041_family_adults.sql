-- More than one adult: a family's records stay under its first adult, and others join. Nobody is in two families.
create table family_members (
  member_id uuid primary key references profiles (id),
  parent_id uuid not null references profiles (id),
  joined_at timestamptz not null default now(),
  check (member_id <> parent_id)
);
create index family_members_parent on family_members (parent_id);

-- One row per invitation mail: sending again ends the earlier row, so that its link stops.
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

-- A watch is the family's; its mail goes to the adult who asked. Null: the first adult.
alter table seat_watches add column asked_by uuid references profiles (id) on delete set null;
create index seat_watches_asked_by on seat_watches (asked_by) where asked_by is not null;

create trigger notify after insert or update or delete on family_members for each row
  execute function notify_change('member_id', 'parent_id');
create trigger notify after insert or update or delete on family_invitations for each row
  execute function notify_change('parent_id');
