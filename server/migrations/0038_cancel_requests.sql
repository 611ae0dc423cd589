-- A family asked staff to cancel the registration: open until they cancel, or decline with an answer.
alter table submissions
  add column cancel_request jsonb,
  add constraint submissions_cancel_request_check check (cancel_request is null or cancellation is null
    and month_id is not null and cancel_request ?& array['text', 'asked_at', 'answer', 'answered_at']
    and length(cancel_request ->> 'text') <= 1000);
create index submissions_cancel_requests on submissions ((cancel_request ->> 'asked_at'))
  where cancel_request is not null and cancel_request ->> 'answered_at' is null;
