-- Undoing an import also forgets the payers that it remembered. Empty for those remembered before.
alter table remembered_payers add column import_id uuid references payment_imports (id);
create index remembered_payers_import on remembered_payers (import_id);
