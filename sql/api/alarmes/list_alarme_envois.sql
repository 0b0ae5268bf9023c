create or replace function api.list_alarme_envois(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(json_build_object(
           'id', e.id,
           'canal', e.canal,
           'evenement', e.evenement,
           'sapeur_id', e.sapeur_id,
           'nom_prenom', s.nom_prenom,
           'webhook_id', e.webhook_id,
           'etat', e.etat,
           'tentatives', e.tentatives,
           'remis_at', request.utc_micros(e.remis_at),
           'code', e.code_http,
           'raison', e.raison,
           'created_at', request.utc_micros(e.created_at)
         ) order by e.id) filter (where e.id is not null), '[]')
    from app.alarmes a
    left join app.envois e on e.sis_key = a.sis_key and e.alarme_id = a.id
    left join app.sapeurs s on s.sis_key = e.sis_key and s.id = e.sapeur_id
   where a.sis_key = request.sis_key()
     and a.id = list_alarme_envois.id
   group by a.id
$$;
comment on function api.list_alarme_envois(bigint) is
  'Notifications of an alarm: person, way, time and answer of the service; null when there is no such alarm to see.';
grant execute on function api.list_alarme_envois(bigint) to caserne_api;
