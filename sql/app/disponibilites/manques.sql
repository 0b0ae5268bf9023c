create or replace function app.manques(du timestamptz, au timestamptz)
  returns table (effectif_requis_id bigint, debut timestamptz, fin timestamptz, disponibles integer)
  language sql stable
as $$
  select e.effectif_requis_id, min(e.heure), max(e.heure) + interval '1 hour', min(e.disponibles)
    from app.effectif_disponible(manques.du, manques.au) e
   where e.manque > 0
   group by e.effectif_requis_id, e.suite
$$;
comment on function app.manques(timestamptz, timestamptz) is
  'Shortfalls between two instants: the hours in a row in which fewer are available than a requirement asks for, and how many are in the worst of them.';
grant execute on function app.manques(timestamptz, timestamptz) to caserne_api;
