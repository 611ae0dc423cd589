-- Staff create parents' accounts without a password: since when the owner has a mailed link to choose one.
alter table accounts add column invited_at timestamptz;
