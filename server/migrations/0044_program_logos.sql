-- The programme's logo as the server re-encoded it, named by its contents. Earlier ones stay: emails that were sent
-- show them.
create table program_logos (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  picture bytea not null check (octet_length(picture) between 1 and 4000000),
  created_at timestamptz not null default now()
);
