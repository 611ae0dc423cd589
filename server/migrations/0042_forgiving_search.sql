-- What lists search, as the domain's `searchText` makes it: lower-case without accents and apostrophes, then each word
-- after a line break. Needs no extension and no collation of its own.
create function search_text(shown text) returns text language plpgsql immutable strict parallel safe as $$
declare
  plain text := lower(regexp_replace(normalize(shown, nfkd),
    '[\u0300-\u036f\u0483-\u0489\u0591-\u05c7\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe00-\ufe0f''‘’ʻʼ`]',
    '', 'g'));
begin
  plain := translate(plain, 'øłđðıς', 'olddiσ');
  plain := replace(replace(replace(replace(plain, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th');
  return translate(plain, E'\n', ' ') || E'\n' || regexp_replace(plain,
    '[\t\n\r\u0020-\u0060\u007b-\u00bf×÷\u2000-\u2bff\u3000-\u303f\U0001f000-\U0001faff]+', E'\n', 'g');
end $$;

alter table profiles add column search_text text not null
  generated always as (search_text(full_name || ' ' || email)) stored;
alter table children add column search_text text not null generated always as (search_text(name)) stored;
alter table submissions add column guest_search_text text generated always as (case when parent_id is null
  then search_text(guest_parent_name || ' ' || guest_parent_email || ' ' || guest_child_name) end) stored;

create index profiles_search on profiles using gin (search_text gin_trgm_ops);
create index children_search on children using gin (search_text gin_trgm_ops);
drop index profiles_name_search, profiles_email_search, children_name_search, submissions_guest_search;
create index submissions_guest_search on submissions using gin (guest_search_text gin_trgm_ops) where parent_id is null;
