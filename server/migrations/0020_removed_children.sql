-- Retention reads every removed child with any detail left, which the index before did not cover.
drop index children_to_erase;
create index children_removed on children (deleted_at) where deleted_at is not null;
comment on column children.deleted_at is
  'The family removed the child. The row stays as long as submissions name it; its details are erased once it can no longer come.';
