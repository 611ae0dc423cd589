-- Columns that nothing writes any more: a recovery link opens no session, and the worker renders a mail's HTML.
delete from sessions where kind <> 'full';
alter table sessions drop column kind;
alter table outbox drop column html;
