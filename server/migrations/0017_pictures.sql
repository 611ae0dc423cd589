-- Payments by their date: the sums of a school year read these entries and nothing else, however long the history is.
create index payments_date on payments (payment_date) include (amount);
