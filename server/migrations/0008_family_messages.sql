-- What staff wrote to all families of a day. The mails themselves stand in the outbox.
create table family_messages (
  id uuid primary key default gen_random_uuid(),
  day date not null,
  subject text not null check (char_length(subject) between 1 and 200),
  text text not null check (char_length(text) between 1 and 2000),
  -- Aftercare was cancelled on the day in the same step.
  cancelled boolean not null,
  families integer not null check (families > 0),
  sent_by uuid not null references accounts (id),
  -- The programme's day on which it was sent: so many a day, and no more.
  sent_on date not null,
  sent_at timestamptz not null
);
create index family_messages_sent on family_messages (sent_on);
create index family_messages_day on family_messages (day, sent_at desc);
