-- Once, on the primary: psql -v password="$AFTERCARE_PASSWORD" -f database.sql
create role aftercare login password :'password';
-- PgBouncer passes on no session settings, so the role has them.
alter role aftercare set statement_timeout = '15s';
alter role aftercare set idle_in_transaction_session_timeout = '15s';
alter role aftercare set random_page_cost = 1.1;
alter role aftercare set jit = off;
create database aftercare owner aftercare;
