-- A full disk still takes a row for which a page has room, such as that of request.check_writing. So this asks for new
-- pages, and fills those first that earlier rows left free. Autovacuum gives the pages back.
create table if not exists request.remplissage (
  page text not null
);
alter table request.remplissage alter column page set storage plain;

--!table request.remplissage, neutral page

comment on table request.remplissage is 'Empty: rows are written and removed at once, to see whether the disk has room.';
comment on column request.remplissage.page is 'As much as a page holds.';

create or replace function request.check_room(pages integer) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_end constant bigint := pg_catalog.pg_relation_size('request.remplissage') + pages * pg_catalog.current_setting('block_size')::bigint;
begin
  for v_tries in 1 .. 1000 loop
    insert into request.remplissage (page) values (pg_catalog.repeat('x', 7000));
    exit when pg_catalog.pg_relation_size('request.remplissage') >= v_end;
  end loop;
  delete from request.remplissage;
end;
$$;
comment on function request.check_room(integer) is
  'Takes this many new pages from the disk, or fails as a write that needs them would (53100). Definer: nobody has a right on the table.';
grant execute on function request.check_room(integer) to caserne_api, caserne_auth, caserne_worker;
