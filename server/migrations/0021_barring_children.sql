-- Guests' children are compared by name with the few children that have an entry.
create index children_barring on children (parent_id) where must_not_pick_up <> '[]' and deleted_at is null;
