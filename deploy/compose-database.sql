-- Run by the database's container while its volume is empty: the program's role owns its database and nothing else.
\getenv password AFTERCARE_PASSWORD
create role aftercare login password :'password';
create database aftercare owner aftercare;
