-- A failing job is tried again ever later, by whichever instance is up then; staff see when.
alter table job_runs
  add column failures integer not null default 0,
  add column failed_at timestamptz,
  add column retry_at timestamptz;

-- A failure, and the success after it: a run that never failed concerns nobody.
create function notify_job_run() returns trigger language plpgsql as $$
begin
  perform pg_notify('changes', '{"table":"job_runs","type":"UPDATE"}');
  return null;
end $$;
create trigger notify_failure after insert or update on job_runs
  for each row when (new.failures > 0) execute function notify_job_run();
