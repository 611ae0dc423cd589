-- Staff invite an adult into a family, too.

alter table family_invitations alter column invited_by drop not null;
comment on column family_invitations.invited_by is 'The adult who sent it; null for staff.';
