-- Every dashboard looks up who shares the family: from the index alone.
drop index family_members_parent;
create index family_members_parent on family_members (parent_id, member_id);
