-- Two tabs, or two parents with one account: a save over somebody else's new allergies is refused by its version.
alter table children add column version integer not null default 1;
