-- The product's rows in the plainest tables that can answer the same questions. The bench copies the rows over from
-- the product's own tables, so both hold the same.
create schema floor;
create table floor.people as
  select p.id, p.full_name, p.email, p.phone, a.password_hash, array_agg(r.role) as roles
  from public.profiles p join public.accounts a using (id) left join public.user_roles r on r.user_id = p.id group by p.id, a.id;
alter table floor.people add primary key (id);
create unique index on floor.people (email);
create table floor.sessions as select id, account_id, expires_at from public.sessions;
alter table floor.sessions add primary key (id);
create table floor.children as select id, parent_id, name, allergies, notes, grade, created_at from public.children;
alter table floor.children add primary key (id);
create index on floor.children (parent_id);
create table floor.months as
  select id, month_name, year, extract(month from to_date(month_name, 'Month'))::int as month, is_active, regular_price,
    special_price, special_days, closed_days, day_types from public.months;
alter table floor.months add primary key (id);
create table floor.submissions as
  select id, parent_id, child_id, month_id, selected_days, total_fee, submitted_at, billed_status, is_edited, edit_history,
    guest_parent_name, guest_parent_email, guest_child_name, dropin_date from public.submissions;
alter table floor.submissions add primary key (id), alter id set default gen_random_uuid(),
  alter submitted_at set default now(), add unique (child_id, month_id);
create index on floor.submissions (parent_id, submitted_at desc);
create index on floor.submissions (month_id);
create index on floor.submissions (dropin_date) where dropin_date is not null;
create index on floor.submissions (submitted_at desc) where parent_id is null;
create table floor.payments as select submission_id, amount from public.payments;
create index on floor.payments (submission_id);
create table floor.audit_log (at timestamptz default now(), actor uuid, action text, row_id text, detail jsonb);
create table floor.outbox (id bigserial primary key, recipient text, template text, data jsonb);
create table floor.idempotency_keys (person uuid, key text, answer jsonb, primary key (person, key));
create table floor.texts as select section_name, content from public.site_content;
alter table floor.texts add primary key (section_name);
drop schema public cascade;
