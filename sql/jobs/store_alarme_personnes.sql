create or replace function jobs.store_alarme_personnes(alarme app.alarmes, report json, sis_keys text[]) returns void
  language plpgsql volatile
as $$
declare
  v_jour date := (alarme.date at time zone app.fuseau())::date;
begin
  insert into app.alarme_groupes (alarme_id, no, nom)
  select alarme.id, g.no, g.nom
    from jobs.read_report_groupes(report, sis_keys) g
   where g.sis_key = request.sis_key();

  insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephone, sapeur_id, fonction)
  select alarme.id, coalesce(g.no, ''), coalesce(g.nom, ''), p.nom, coalesce(p.telephones[1], ''), m.sapeur_id,
         app.fonction_at(m.sapeur_id, v_jour)
    from (
      select g.no, g.nom, g.personnes
        from jobs.read_report_groupes(report, sis_keys) g
       where g.sis_key = request.sis_key()
      union all
      select null, null, report -> 'personnes'
    ) g
   cross join lateral json_to_recordset(g.personnes) as p (nom text, telephones text[], reponse text)
   -- offset 0: once for each, not once for each place it is named in.
   cross join lateral (select app.match_sapeur(p.nom, p.telephones, v_jour) offset 0) as m (sapeur_id)
   where p.reponse = 'vient'
     -- Outside any group, in a report that names several SIS, somebody unknown here may be another's: left out.
     and (g.nom is not null or m.sapeur_id is not null or cardinality(sis_keys) = 1);
end;
$$;
comment on function jobs.store_alarme_personnes(app.alarmes, json, text[]) is
  'Stores the groups of an alarm that belong to the request''s SIS and those of their people who come, matched to a sapeur where one is meant.';
