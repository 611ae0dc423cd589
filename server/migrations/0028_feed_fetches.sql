-- Fetches of a calendar feed are counted by the ordinary rate limiter.
alter table calendar_feeds drop column fetched_at;
