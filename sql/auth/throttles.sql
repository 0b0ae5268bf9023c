-- The one table of this schema that the authentication API's login works on itself: its library (rate-limiter-flexible, decision
-- 0010) brings the statements, and names the columns. No account or address stands in it, only hashes.
create table if not exists auth.throttles (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
create index if not exists throttles_expire_idx on auth.throttles (expire);
grant select, insert, update, delete on auth.throttles to caserne_auth;
comment on table auth.throttles is 'How often something was tried: attempts counted per account and per address.';
comment on column auth.throttles.expire is 'UNIX milliseconds; the count begins anew then.';
