-- A family's days as a calendar that programs subscribe to. Found by the digest of its private address; the address
-- itself is sealed, so that its owner can see it again and whoever reads the database cannot.
create table calendar_feeds (
  parent_id uuid primary key references profiles (id) on delete cascade,
  secret_digest text not null unique check (secret_digest ~ '^[0-9a-f]{64}$'),
  sealed_secret text not null,
  created_at timestamptz not null,
  -- The fetches of the last hour, by the programme's clock: what limits them over all instances.
  fetched_at timestamptz[] not null default '{}' check (cardinality(fetched_at) <= 1000)
);
