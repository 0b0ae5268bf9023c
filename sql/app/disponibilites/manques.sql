create or replace function app.manques(du timestamptz, au timestamptz)
  returns table (effectif_requis_id bigint, debut timestamptz, fin timestamptz, disponibles integer)
  language sql stable
as $$
  select m.id, min(m.heure), max(m.heure) + interval '1 hour', min(m.disponibles)
    from (
      select r.id, e.heure, e.disponibles,
             -- Equal for hours that follow one another.
             e.heure - row_number() over (partition by r.id order by e.heure) * interval '1 hour' as suite
        from app.effectif_disponible(manques.du, manques.au) e
        join app.effectif_requis r on r.sis_key = request.sis_key() and r.id = e.effectif_requis_id
       where e.requis
         and e.disponibles < r.minimum
    ) m
   group by m.id, m.suite
$$;
comment on function app.manques(timestamptz, timestamptz) is
  'Shortfalls between two instants: the hours in a row in which fewer are available than a requirement asks for, and how many are in the worst of them.';
grant execute on function app.manques(timestamptz, timestamptz) to caserne_api;
