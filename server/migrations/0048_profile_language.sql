-- The language that a parent chose; null as long as they chose none.
alter table profiles add column language text check (language in ('en', 'es'));
