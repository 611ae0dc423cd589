-- What is left of a drop-in that was deleted or withdrawn: staff see who withdrew what, and a child who comes all the
-- same is brought back by an arrival from a board without a connection. Removed some weeks after its day.
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
  dropin_date date not null,
  dismissal_type text check (dismissal_type in ('regular', 'noon', 'early')),
  total_fee numeric(10, 2) not null check (total_fee >= 0),
  submitted_at timestamptz not null,
  language text not null check (language in ('en', 'es')),
  agreed_at timestamptz,
  agreement_id uuid references agreement_texts (id),
  is_same_child boolean,
  removed_at timestamptz not null,
  removed_by text not null check (removed_by in ('family', 'guest', 'staff')),
  removed_by_id uuid,
  foreign key (child_id, parent_id) references children (id, parent_id) on delete cascade
);
create index removed_drop_ins_newest on removed_drop_ins (removed_at desc, id desc);
create trigger notify after insert or update or delete on removed_drop_ins for each row
  execute function notify_change('id');

-- A drop-in that came back because the child was there.
alter table submissions add column is_restored boolean not null default false;
