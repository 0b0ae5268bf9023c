-- The job decides who is notified, so that a mail is read as fast with ten thousand devices as with none.
create or replace function app.tell_alarme(alarme app.alarmes) returns void
  language plpgsql volatile
as $$
begin
  if alarme.date <= now() - interval '30 minutes' then
    return;
  end if;
  perform graphile_worker.add_job(
    'tell_appareils',
    request.traced(json_build_object('sis_key', alarme.sis_key, 'lot', 'alarme-' || alarme.id, 'alarme_id', alarme.id)),
    job_key => format('envois:%s:alarme-%s', alarme.sis_key, alarme.id));
  perform app.tell_webhooks(
    'alarme',
    jsonb_build_object('alarme_id', alarme.id::text, 'date', request.utc(alarme.date), 'test', alarme.test, 'incomplet', alarme.incomplet),
    jsonb_build_object(
      'type', alarme.type, 'code', alarme.code, 'couleur', alarme.couleur, 'adresse', alarme.adresse,
      'complement', alarme.complement, 'description', alarme.description,
      'location_wgs84', coalesce(alarme.lon || ',' || alarme.lat, ''),
      'groupes', (
        select coalesce(jsonb_agg(jsonb_build_object('no', g.no, 'nom', g.nom) order by g.id), '[]')
          from app.alarme_groupes g
         where g.sis_key = alarme.sis_key and g.alarme_id = alarme.id
      )),
    alarme.id);
end;
$$;
comment on function app.tell_alarme(app.alarmes) is
  'Tells devices and webhooks of a new alarm, unless it is 30 minutes old.';
