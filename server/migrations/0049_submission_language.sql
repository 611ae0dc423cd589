-- What the parent or guest read while submitting. Mails to guests follow it.
alter table submissions add column language text not null default 'en' check (language in ('en', 'es'));
