-- Servers write this row to find out whether the database takes writes. A standby, a read-only database or a full disk
-- shows only then.
create table if not exists request.ecriture (
  seule boolean primary key default true check (seule),
  written_at timestamptz not null default now()
);

--!table request.ecriture, neutral seule written_at

comment on table request.ecriture is 'One row, written by each check that writing works.';
comment on column request.ecriture.seule is 'Always true, so that there is no second row.';

create or replace function request.check_writing() returns void
  language sql volatile security definer set search_path = ''
as $$
  insert into request.ecriture (written_at) values (pg_catalog.clock_timestamp())
      on conflict (seule) do update set written_at = excluded.written_at
$$;
comment on function request.check_writing() is
  'Writes one row, or fails as every write would. Definer: nobody has a right on the table.';
grant execute on function request.check_writing() to caserne_api, caserne_auth;
