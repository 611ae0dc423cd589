-- A save names the version that its form started from, as for every other row that two people may have open.
alter table settings add column version integer not null default 1;
-- A record like the other settings.
update settings set value = jsonb_build_object('seats', value) where key = 'default_seats';
