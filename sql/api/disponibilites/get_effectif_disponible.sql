create or replace function api.get_effectif_disponible(du date default null, au date default null) returns json
  language plpgsql stable
as $$
declare
  v_periode constant tstzrange := app.check_periode(get_effectif_disponible.du, get_effectif_disponible.au, 31);
  v_fuseau constant text := app.fuseau();
begin
  return (
    with heures as materialized (
      select e.* from app.effectif_disponible(lower(v_periode), upper(v_periode)) e
    ), instants as materialized (
      -- Written once, not for each requirement.
      select i.heure, request.local_instant(i.heure, v_fuseau) as debut from (select distinct h.heure from heures h) i
    )
    select coalesce(json_agg(json_build_object(
             'id', r.id,
             'designation', r.designation,
             'minimum', r.minimum,
             'heures', (
               select json_agg(json_build_object(
                        'debut', i.debut,
                        'requis', h.requis,
                        'disponibles', h.disponibles,
                        'piquets', h.piquets,
                        'manque', h.manque
                      ) order by h.heure)
                 from heures h
                 join instants i on i.heure = h.heure
                where h.effectif_requis_id = r.id
             ),
             -- As app.manques, which would count everything again.
             'manques', (
               select coalesce(json_agg(json_build_object(
                        'debut', request.local_instant(m.debut, v_fuseau),
                        'fin', request.local_instant(m.fin, v_fuseau),
                        'disponibles', m.disponibles
                      ) order by m.debut), '[]')
                 from (
                   select min(h.heure) as debut, max(h.heure) + interval '1 hour' as fin, min(h.disponibles) as disponibles
                     from heures h
                    where h.effectif_requis_id = r.id
                      and h.manque > 0
                    group by h.suite
                 ) m
             )
           ) order by r.designation), '[]')
      from app.effectif_requis r
     where r.sis_key = request.sis_key()
  );
end;
$$;
comment on function api.get_effectif_disponible(date, date) is
  'For each requirement and each hour from a day to another, at most 31 days: how many are available and on standby, and how many are missing; and the hours in a row in which some are. PT422.';
grant execute on function api.get_effectif_disponible(date, date) to caserne_api;
