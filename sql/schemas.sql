-- The schemas and who may use them. Rights inside a schema stand beside each object.

-- New functions are executable by nobody until granted.
alter default privileges revoke execute on functions from public;

create schema if not exists request;
comment on schema request is 'Who is asking: the settings of one request, and the functions that policies are written with.';
grant usage on schema request to caserne_auth, caserne_api, caserne_worker;

create schema if not exists auth;
comment on schema auth is 'Accounts, rights and tokens, reached only through functions.';
grant usage on schema auth to caserne_auth, caserne_api;

create schema if not exists app;
comment on schema app is 'The business tables, all under forced row-level security.';
grant usage on schema app to caserne_api;

create schema if not exists api;
comment on schema api is 'One function per operation of the data API.';
grant usage on schema api to caserne_api;

create schema if not exists jobs;
comment on schema jobs is 'Functions that only the worker calls.';
grant usage on schema jobs to caserne_worker;

create schema if not exists stats;
comment on schema stats is 'Figures of the statistics endpoints, and the views that analysts read.';
-- Analysts may use this schema only. PostgreSQL refuses a name of any other schema while it parses their statement,
-- before a plan exists that could reveal anything (decision 0022).
grant usage on schema stats to caserne_api, caserne_analyst, caserne_national;

create schema if not exists audit;
comment on schema audit is 'Who changed what.';
grant usage on schema audit to caserne_api;
