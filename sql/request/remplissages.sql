-- The demo of `npm start` begins with its last months. What is older is loaded while it runs, also after a crash.
create table if not exists request.remplissages (
  sis_key text primary key,
  jour date not null
);

--!table request.remplissages, neutral jour

comment on table request.remplissages is 'The SIS of the demo whose past is still missing. Empty everywhere else.';
comment on column request.remplissages.jour is 'The day that the demo was loaded on, where its past ends.';

create or replace function request.is_filling() returns boolean
  language sql stable security definer set search_path = ''
as $$
  select exists (select from request.remplissages)
$$;
comment on function request.is_filling() is
  'Whether the past of a SIS of the demo is still missing. Definer: nobody has a right on the table.';
grant execute on function request.is_filling() to caserne_api;
