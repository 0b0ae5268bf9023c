-- jobs.settle_message calls this function for each SIS of a report. It leaves the request of that SIS open.
create or replace function jobs.store_alarme(
  sis_key text, sis_keys text[], message app.messages, report json, mail_name text, sans_sis jsonb) returns bigint
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
  v_empreinte text;
begin
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification', 'sapeur.lecture'], null);
  v_empreinte := jobs.alarme_empreinte(sis_keys, report, mail_name);

  insert into app.alarmes (message_sis_key, message_id, empreinte, date, type, code, couleur, adresse, complement, description,
                           date_creation, debut, fin, lat, lon, lv95_e, lv95_n, incomplet, avertissements, test, intervention_voulue,
                           intervention_refus)
  select message.sis_key, message.id, v_empreinte, (jobs.read_alarme_date(report, message.date)).date, t.type, r.code, r.couleur, r.adresse,
         r.complement,
         coalesce(nullif(r.description, ''), concat_ws(' ', nullif(r.code, ''), nullif(r.complement, ''))),
         i.creation, i.debut, i.fin,
         (r.wgs84 ->> 'lat')::numeric, (r.wgs84 ->> 'lon')::numeric, (r.lv95 ->> 'e')::numeric, (r.lv95 ->> 'n')::numeric,
         coalesce(r.incomplet, false), jobs.read_avertissements(report), e.test, s.intervention_automatique and not e.test,
         case when s.intervention_automatique and e.test then 'Alarme test : pas d’intervention automatique.' else '' end
    from app.sis s
   cross join json_to_record(report) as r (
     type text, code text, couleur text, adresse text, complement text, description text, wgs84 json, lv95 json,
     date_creation text, debut text, fin text, incomplet boolean
   )
   cross join lateral (select coalesce(nullif(r.type, ''), r.code)) as t (type)
   cross join lateral (select app.is_test(r.type, r.code, r.description, s.mots_test)) as e (test)
   cross join lateral (
     select jobs.read_report_instant(r.date_creation, s.fuseau, m.received), jobs.read_report_instant(r.debut, s.fuseau, m.received),
            jobs.read_report_instant(r.fin, s.fuseau, m.received)
       from (select coalesce(message.date, now())) as m (received)
   ) as i (creation, debut, fin)
   where s.sis_key = store_alarme.sis_key
  -- One alarm per message and SIS: a relecture, or the same mail in another mailbox, finds the first one.
  on conflict do nothing
  returning * into v_alarme;
  if not found then
    return (
      select a.id
        from app.alarmes a
       where a.sis_key = store_alarme.sis_key
         and ((a.message_sis_key, a.message_id) = (message.sis_key, message.id) or a.empreinte = v_empreinte)
       order by (a.message_sis_key, a.message_id) = (message.sis_key, message.id) desc nulls last
       limit 1
    );
  end if;

  perform jobs.store_alarme_personnes(v_alarme, report, sis_keys, sans_sis -> sis_key);
  perform app.tell_alarme(v_alarme);
  return v_alarme.id;
end;
$$;
comment on function jobs.store_alarme(text, text[], app.messages, json, text, jsonb) is
  'Stores the alarm of one SIS of a report, once, with the groups and people of that SIS only, notifies its people, and returns its id. sans_sis is the result of jobs.share_personnes.';
