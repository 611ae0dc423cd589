-- What staff answered to "Same child as Amara Okafor?" about a guest's submission: true linked it to the child on file,
-- false means another child; null until then.
alter table submissions add column is_same_child boolean;
