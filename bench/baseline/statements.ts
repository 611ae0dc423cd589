/** Each is prepared once per connection. No access checks beyond the session. */
export const SESSION = `select p.id, p.full_name, p.email, p.roles from baseline.sessions s
  join baseline.people p on p.id = s.account_id where s.id = $1 and s.expires_at > now()`

export const CHILDREN = 'select * from baseline.children where parent_id = $1 order by created_at desc'

export const SUBMISSIONS = `select s.*, c.name as child_name, m.month_name, m.year, m.regular_price, m.special_price,
    m.special_days, m.closed_days, m.day_types
  from baseline.submissions s left join baseline.children c on c.id = s.child_id left join baseline.months m on m.id = s.month_id
  where s.parent_id = $1 order by s.submitted_at desc limit $2`

export const MONTHS = `select * from baseline.months where is_active and make_date(year, month, 1) >= date_trunc('month', now())
  order by year, month`

export const SEARCH = `with person as (select id from baseline.people where full_name ilike $1 or email ilike $1),
  child as (select id from baseline.children where name ilike $1),
  found as (
    select id, submitted_at from baseline.submissions where parent_id in (select id from person)
    union select id, submitted_at from baseline.submissions where child_id in (select id from child)
    union select id, submitted_at from baseline.submissions where parent_id is null
      and (guest_parent_name ilike $1 or guest_parent_email ilike $1 or guest_child_name ilike $1)),
  page as (select id, count(*) over () as total from found order by submitted_at desc, id desc limit $2)
  select page.total, s.id, s.selected_days, s.total_fee, s.submitted_at, s.is_edited, s.dropin_date,
    coalesce(p.full_name, s.guest_parent_name) as parent_name, coalesce(p.email, s.guest_parent_email) as parent_email,
    coalesce(c.name, s.guest_child_name) as child_name, c.allergies, m.month_name, m.year, paid.amount as paid_amount,
    case when paid.amount >= s.total_fee then 'paid' when paid.amount > 0 then 'partial'
      when s.billed_status = 'billed' then 'billed' else 'submitted' end as derived_status
  from page join baseline.submissions s using (id) left join baseline.people p on p.id = s.parent_id
  left join baseline.children c on c.id = s.child_id left join baseline.months m on m.id = s.month_id
  cross join lateral (select coalesce(sum(amount), 0) as amount from baseline.payments where submission_id = s.id) paid
  order by s.submitted_at desc, s.id desc`

export const DAY = `select s.id, coalesce(c.name, s.guest_child_name) as child, coalesce(p.full_name, s.guest_parent_name) as parent,
    p.phone, coalesce(c.allergies, 'None') as allergies, c.notes,
    case when s.parent_id is null or s.month_id is null then 'drop-in' else 'registered' end as status,
    round(s.total_fee / cardinality(s.selected_days), 2) as fee
  from (
    select * from baseline.submissions where selected_days @> array[extract(day from $1::date)::int] and month_id =
      (select id from baseline.months where year = extract(year from $1::date) and month = extract(month from $1::date))
    union all select * from baseline.submissions where dropin_date = $1::date) s
  left join baseline.children c on c.id = s.child_id left join baseline.people p on p.id = s.parent_id order by child`

export const MONTH = 'select * from baseline.months where id = $1 for share'

export const OWN_CHILDREN = 'select id from baseline.children where parent_id = $1 and id = any($2)'

export const REGISTER = `insert into baseline.submissions (parent_id, child_id, month_id, selected_days, total_fee)
  select $1, child, $3, $4, $5 from unnest($2::uuid[]) child returning id, child_id, total_fee`

export const AUDIT = `insert into baseline.audit_log (actor, action, row_id, detail)
  select $1, 'submission.create', id, $3 from unnest($2::text[]) id`

/** One mail for the family and one for staff, per child. */
export const QUEUE = `insert into baseline.outbox (recipient, template, data)
  select recipient, 'registration', $2 from unnest($1::text[]) recipient`

export const KEY = 'insert into baseline.idempotency_keys (person, key, answer) values ($1, $2, $3)'

export const PERSON = 'select id, full_name, email, password_hash from baseline.people where email = $1'

export const START_SESSION = `insert into baseline.sessions (id, account_id, expires_at) values ($1, $2, now() + interval '30 days')`

export const SAVE_TEXT = `with saved as (update baseline.texts set content = $1 where section_name = 'about_aftercare'
  returning content) select pg_notify('baseline', content::text) from saved`
