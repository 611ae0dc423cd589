-- The product's rows, copied into the plainest tables that support the same queries.
create schema baseline;
create table baseline.people as
  select p.id, p.full_name, p.email, p.phone, a.password_hash, array_agg(r.role) as roles
  from public.profiles p join public.accounts a using (id) left join public.user_roles r on r.user_id = p.id group by p.id, a.id;
alter table baseline.people add primary key (id);
create unique index on baseline.people (email);
create table baseline.sessions as select id, account_id, expires_at from public.sessions;
alter table baseline.sessions add primary key (id);
create table baseline.children as select id, parent_id, name, allergies, notes, grade, created_at from public.children;
alter table baseline.children add primary key (id);
create index on baseline.children (parent_id);
create table baseline.months as
  select id, month_name, year, extract(month from to_date(month_name, 'Month'))::int as month, is_active, regular_price,
    special_price, special_days, closed_days, day_types from public.months;
alter table baseline.months add primary key (id);
create table baseline.submissions as
  select id, parent_id, child_id, month_id, selected_days, total_fee, submitted_at, billed_status, is_edited, edit_history,
    guest_parent_name, guest_parent_email, guest_child_name, dropin_date from public.submissions;
alter table baseline.submissions add primary key (id), alter id set default gen_random_uuid(),
  alter submitted_at set default now(), add unique (child_id, month_id);
create index on baseline.submissions (parent_id, submitted_at desc);
create index on baseline.submissions (month_id);
create index on baseline.submissions (dropin_date) where dropin_date is not null;
create index on baseline.submissions (submitted_at desc) where parent_id is null;
create table baseline.payments as select submission_id, amount from public.payments;
create index on baseline.payments (submission_id);
create table baseline.audit_log (at timestamptz default now(), actor uuid, action text, row_id text, detail jsonb);
create table baseline.outbox (id bigserial primary key, recipient text, template text, data jsonb);
create table baseline.idempotency_keys (person uuid, key text, answer jsonb, primary key (person, key));
create table baseline.texts as select section_name, content from public.site_content;
alter table baseline.texts add primary key (section_name);
drop schema public cascade;
