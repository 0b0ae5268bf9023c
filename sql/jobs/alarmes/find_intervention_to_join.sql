create or replace function jobs.find_intervention_to_join(alarme app.alarmes) returns bigint
  language sql stable
as $$
  select a.intervention_id
    from app.alarmes a
    join app.interventions i on i.sis_key = a.sis_key and i.id = a.intervention_id
   where a.sis_key = request.sis_key()
     and a.date between alarme.date - interval '30 minutes' and alarme.date + interval '30 minutes'
     and a.id <> alarme.id
     and i.statut < app.intervention_imputee()
     and request.plain(a.adresse) = request.plain(alarme.adresse)
     -- Alarms known by their coordinates alone all have the same address: none.
     and request.plain(alarme.adresse) <> ''
     -- Without a code, the description tells what happened, else the type.
     and request.plain(coalesce(nullif(a.code, ''), nullif(a.description, ''), a.type))
       = request.plain(coalesce(nullif(alarme.code, ''), nullif(alarme.description, ''), alarme.type))
   order by a.id
   limit 1
$$;
comment on function jobs.find_intervention_to_join(app.alarmes) is
  'Intervention of another alarm within 30 minutes for the same address and code, or null.';
