-- The authentication API's login reads and writes this one table of the schema directly: its library
-- (rate-limiter-flexible, decision 0010) brings the statements and the names of columns. The table holds hashes of
-- accounts and addresses only.
create table if not exists auth.throttles (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index if not exists throttles_expire_idx on auth.throttles (expire);
grant select, insert, update, delete on auth.throttles to caserne_auth;

--!table auth.throttles, texts key, neutral points expire

comment on table auth.throttles is 'Counts of attempts per account and per address.';
comment on column auth.throttles.expire is 'End of the count in UNIX milliseconds; a new count begins then.';
