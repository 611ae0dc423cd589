alter table import_columns add column unused integer[] not null default '{}';
comment on column import_columns.unused is 'Columns that staff said are not used, by their place.';
