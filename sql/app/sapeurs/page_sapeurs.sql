-- The index by name has this order, and the page ends where it is full. Sorting would read everybody.
create or replace function app.page_sapeurs(type integer[], apres json, limite integer) returns bigint[]
  language plpgsql stable set enable_sort = off
as $$
declare
  v_key constant text := request.plain(apres ->> 0);
  v_id constant bigint := (apres ->> 1)::bigint;
begin
  return array(
    select s.id
      from app.sapeurs s
     where s.sis_key = request.sis_key()
       and (page_sapeurs.type is null or s.type = any (page_sapeurs.type))
       -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
       and (apres is null or v_id > 0 and (request.plain(s.nom_prenom), s.id) > (v_key, v_id))
     -- É goes with E, whatever the collation of the database.
     order by request.plain(s.nom_prenom), s.id
     limit limite
  );
end;
$$;
comment on function app.page_sapeurs(integer[], json, integer) is
  'Ids of people of the caller''s SIS by name, of some types or (null) of all, after [nom_prenom, id].';
grant execute on function app.page_sapeurs(integer[], json, integer) to caserne_api;
