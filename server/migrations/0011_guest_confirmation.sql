-- What guests sent and have not confirmed by email yet. Apart from submissions, so that nothing that reads those has to
-- leave it out; only the seats count it.
create table unconfirmed_submissions (
  id uuid primary key,
  token_hash text not null unique,
  month_id uuid references months (id) on delete set null,
  selected_days integer[] not null check (days_are_valid(selected_days)),
  dropin_date date,
  submission jsonb,
  guest_key text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  outcome text check (outcome in ('confirmed', 'dropped')),
  check (month_id is null or dropin_date is null),
  check (outcome is null or submission is null and guest_key is null)
);
create index unconfirmed_submissions_expires on unconfirmed_submissions (expires_at) where outcome is null;
create index unconfirmed_submissions_guest on unconfirmed_submissions (guest_key) where guest_key is not null;
comment on table unconfirmed_submissions is
  'What guests sent and have to confirm by the link in a mail. It holds its seats until expires_at.';
comment on column unconfirmed_submissions.id is 'The id of the submission that it becomes.';
comment on column unconfirmed_submissions.submission is
  'The row that confirming inserts into submissions. Null once that is over, or its guest was erased.';
comment on column unconfirmed_submissions.guest_key is 'The guest''s normalized email, as long as the submission is there.';
comment on column unconfirmed_submissions.outcome is 'How it ended. Null: it waits, or expires_at has passed.';

create or replace function count_taken_seats(month months) returns jsonb language sql stable as $$
  select coalesce(jsonb_object_agg(n, children), '{}') from (
    select n, count(*) as children from (
      select coalesce(child_id, id), unnest(selected_days) as n from submissions where month_id = month.id
      union
      select coalesce(child_id, id), extract(day from dropin_date)::integer from submissions
      where dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date
      union
      select id, unnest(selected_days) from unconfirmed_submissions
      where outcome is null and (month_id = month.id
        or dropin_date between month.first_day and (month.first_day + interval '1 month - 1 day')::date)
    ) booked group by n) counted
$$;

create trigger count_seats after insert or update of outcome on unconfirmed_submissions
  for each row execute function count_seats();
