-- The optional Spanish of About, agreements and mail templates: {"text": …, "outdated": …}, per template for mails.
alter table site_content add column spanish jsonb;

-- The lines that were agreed to, in the language in which they were read; shared by all submissions with the same text.
create table agreement_texts (
  id uuid primary key default gen_random_uuid(),
  language text not null check (language in ('en', 'es')),
  items jsonb not null,
  digest text not null generated always as (md5(language || ' ' || items::text)) stored unique
);
-- Null for submissions from before, and for drop-ins that staff entered.
alter table submissions add column agreement_id uuid references agreement_texts (id);
