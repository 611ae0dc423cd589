-- A payment can be reversed in several parts, and what is left of a general one can be applied to submissions.
alter table payments drop constraint payments_reverses_payment_id_key;
create index payments_reverses on payments (reverses_payment_id) where reverses_payment_id is not null;

alter table payments add column moved_from_payment_id uuid references payments (id);
create index payments_moved_from on payments (moved_from_payment_id) where moved_from_payment_id is not null;

-- What a reversal took back can be given again: by undoing the import that reversed it, or the application.
alter table payments drop constraint only_a_reversal_is_negative;
alter table payments add constraint only_a_reversal_is_negative
  check (amount >= 0 or reverses_payment_id is not null);

comment on column payments.reverses_payment_id is
  'What is left of that payment is its amount plus the amounts of all rows that reverse it. Above 0, it undoes a reversal.';
comment on column payments.moved_from_payment_id is
  'The payment whose money this row only moves: the rows that move it have its date and add up to 0.';
