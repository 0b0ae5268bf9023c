-- Alarms: one for each intervention that the alarm centre alerts for. The alarm began its intervention, and has been read.

with alarmes as (
  insert into app.alarmes (
    date, type, code, couleur, adresse, description, date_creation, debut, fin, lat, lon, validated, intervention_voulue, intervention_id
  )
  select d.debut, 'Alarme réelle', s.code, (array['GRIS', 'BLEU', 'JAUNE', 'ROUGE'])[i.degre], i.lieu,
         -- The alarm does not say yet why a detector went off.
         case s.code when 'AA' then 'Alarme automatique' else i.objet end,
         d.debut - (45 + i.no * 37 % 90) * interval '1 second', d.debut, d.debut + (180 + i.no * 23 % 120) * interval '1 second',
         split_part(i.wgs84, ',', 1)::numeric, split_part(i.wgs84, ',', 2)::numeric, true, true, i.id
    from app.interventions i
    join json_to_recordset(current_setting('demo.history')::json -> 'scenarios') as s (objet text, code text) using (objet)
   cross join lateral (select app.instant_debut(i)) as d (debut)
   where i.sis_key = request.sis_key()
     and pg_temp.of_part(i.date_debut)
     and s.code is not null
   order by d.debut
  returning id, intervention_id
)
update app.interventions i
   set alarme_id = a.id
  from alarmes a
 where i.sis_key = request.sis_key()
   and i.id = a.intervention_id;
