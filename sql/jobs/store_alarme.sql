-- Called inside jobs.store_message for each SIS that a report concerns; leaves that SIS's request open.
create or replace function jobs.store_alarme(sis text, tous text[], message_id bigint, message_date timestamptz, report json)
  returns bigint
  language plpgsql volatile
as $$
declare
  v_report app.alarmes;
  v_fuseau text;
  v_alarme app.alarmes;
begin
  perform request.open(null, sis, array['intervention.lecture', 'intervention.modification', 'sapeur.lecture'], null);
  v_fuseau := app.fuseau();
  v_report := json_populate_record(null::app.alarmes, (report::jsonb - 'date_creation' - 'debut' - 'fin')::json);

  insert into app.alarmes (message_id, date, type, code, couleur, adresse, complement, description,
                           date_creation, debut, fin, lat, lon, lv95_e, lv95_n, intervention_voulue)
  select store_alarme.message_id, coalesce(i.debut, i.creation, message_date, now()),
         coalesce(nullif(v_report.type, ''), v_report.code), v_report.code, v_report.couleur, v_report.adresse,
         v_report.complement,
         coalesce(nullif(v_report.description, ''), concat_ws(' ', nullif(v_report.code, ''), nullif(v_report.complement, ''))),
         i.creation, i.debut, i.fin,
         (report #>> '{wgs84,lat}')::numeric, (report #>> '{wgs84,lon}')::numeric,
         (report #>> '{lv95,e}')::numeric, (report #>> '{lv95,n}')::numeric,
         s.intervention_automatique
           and request.plain(coalesce(nullif(v_report.type, ''), v_report.code)) !~ '\m(test|exercice)'
    from app.sis s
   cross join lateral (
     select request.read_instant(report ->> 'date_creation', s.fuseau), request.read_instant(report ->> 'debut', s.fuseau),
            request.read_instant(report ->> 'fin', s.fuseau)
   ) as i (creation, debut, fin)
   where s.sis_key = sis
  returning * into v_alarme;

  perform jobs.store_alarme_personnes(v_alarme, report, tous);
  return v_alarme.id;
end;
$$;
comment on function jobs.store_alarme(text, text[], bigint, timestamptz, json) is
  'Stores the alarm of one SIS, with that SIS''s own groups and people only: its id.';
