-- The rooms of the house and who may enter them. Rights inside a room stand beside each object.

-- New functions are nobody's until granted.
alter default privileges revoke execute on functions from public;

create schema if not exists request;
comment on schema request is 'Who is asking: settings of one request, and the words that policies are written in.';
grant usage on schema request to caserne_auth, caserne_api, caserne_worker;

create schema if not exists auth;
comment on schema auth is 'Accounts, rights and tokens; reached only through its functions.';
grant usage on schema auth to caserne_auth, caserne_api;

create schema if not exists app;
comment on schema app is 'The business tables, all under forced row-level security.';
grant usage on schema app to caserne_api;

create schema if not exists api;
comment on schema api is 'One function per operation of the data API.';
grant usage on schema api to caserne_api;

create schema if not exists jobs;
comment on schema jobs is 'What only the worker calls.';
grant usage on schema jobs to caserne_worker;

create schema if not exists stats;
comment on schema stats is 'Figures for the statistics endpoints, and all that analysts may read.';
-- The only room of analysts: a name in any other is refused while their statement is parsed, before there is a plan that
-- could tell them anything (decision 0022).
grant usage on schema stats to caserne_api, caserne_analyst, caserne_national;

create schema if not exists audit;
comment on schema audit is 'Who changed what.';
grant usage on schema audit to caserne_api;
