create or replace function api.get_effectif_disponible(du date default null, au date default null) returns json
  language plpgsql stable set timezone = 'UTC'
as $$
declare
  v_periode constant tstzrange := app.check_periode(get_effectif_disponible.du, get_effectif_disponible.au, 31);
  v_fuseau constant text := request.enter_fuseau(app.fuseau());
begin
  return (
    with heures as materialized (
      select e.* from app.effectif_disponible(lower(v_periode), upper(v_periode)) e
    )
    select coalesce(json_agg(o order by o.designation), '[]')
      from app.effectif_requis r
     cross join lateral (
       select r.id, r.designation, r.minimum,
              (
                select json_agg(l order by l.debut)
                  from heures h
                 cross join lateral (select h.heure as debut, h.requis, h.disponibles, h.piquets, h.manque) l
                 where h.effectif_requis_id = r.id
              ) as heures,
              -- As app.manques, which would count everything again.
              (
                select coalesce(json_agg(m order by m.debut), '[]')
                  from (
                    select min(h.heure) as debut, max(h.heure) + interval '1 hour' as fin, min(h.disponibles) as disponibles
                      from heures h
                     where h.effectif_requis_id = r.id
                       and h.manque > 0
                     group by h.suite
                  ) m
              ) as manques
     ) o
     where r.sis_key = request.sis_key()
  );
end;
$$;
comment on function api.get_effectif_disponible(date, date) is
  'For each requirement and each hour from a day to another, at most 31 days: how many are available and on standby, and how many are missing; and the hours in a row in which some are. PT422.';
grant execute on function api.get_effectif_disponible(date, date) to caserne_api;
