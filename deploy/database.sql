-- Run once as postgres on the leader's machine: psql -v password=… -v reader=… -f database.sql
create role proshno login password :'password';
create database proshno owner proshno encoding UTF8 locale 'C.UTF-8' template template0;
-- Reads the replica, through PgBouncer. PgBouncer passes on no limits of a client, so the role has them: the same 15 s for
-- a statement as the server's own connections.
create role proshno_reader login password :'reader' in role pg_read_all_data;
alter role proshno_reader set default_transaction_read_only = on;
alter role proshno_reader set statement_timeout = '15s';
