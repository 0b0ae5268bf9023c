create or replace function jobs.store_alarme_personnes(alarme app.alarmes, report json, sis_keys text[], sans_sis jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_day date := (alarme.date at time zone app.fuseau())::date;
begin
  insert into app.alarme_groupes (alarme_id, no, nom)
  select alarme.id, g.no, g.nom
    from jobs.read_report_groupes(report, sis_keys) g
   where g.sis_key = request.sis_key();

  insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
  select alarme.id, g.no, g.nom, p.nom, p.telephones, m.sapeur_id, app.fonction_at(m.sapeur_id, v_day)
    from jobs.read_report_groupes(report, sis_keys) g
   cross join lateral json_to_recordset(g.personnes) as p (nom text, telephones text[], reponse text)
   -- offset 0: one match per person, not one for each column that uses it.
   cross join lateral (select app.match_sapeur(p.nom, p.telephones, v_day) offset 0) as m (sapeur_id)
   where g.sis_key = request.sis_key()
     and p.reponse = 'vient';

  insert into app.alarme_personnes (alarme_id, groupe_no, groupe_nom, nom_complet, telephones, sapeur_id, fonction)
  select alarme.id, p.no, p.nom_groupe, p.nom, p.telephones, p.sapeur_id, app.fonction_at(p.sapeur_id, v_day)
    from jsonb_to_recordset(sans_sis) as p (nom text, telephones text[], no text, nom_groupe text, sapeur_id bigint);

  -- Everyone once, by the answer that says most: someone alerted in two groups answered in one of them.
  insert into app.reponses_alarmes (alarme_id, sapeur_id, nom_complet, reponse, source)
  select distinct on (r.sapeur_id, r.nom) alarme.id, r.sapeur_id, r.nom, r.reponse, 'centrale'
    from (
      select m.sapeur_id, case when m.sapeur_id is null then p.nom else '' end as nom, p.reponse
        from jobs.read_report_groupes(report, sis_keys) g
       cross join lateral json_to_recordset(g.personnes) as p (nom text, telephones text[], reponse text)
       cross join lateral (select app.match_sapeur(p.nom, p.telephones, v_day) offset 0) as m (sapeur_id)
       where g.sis_key = request.sis_key()
      union all
      select p.sapeur_id, case when p.sapeur_id is null then p.nom else '' end, 'vient'
        from jsonb_to_recordset(sans_sis) as p (nom text, sapeur_id bigint)
    ) r
   where r.sapeur_id is not null or r.nom <> '' and r.reponse <> 'aucune'
   order by r.sapeur_id, r.nom, array_position(array['vient', 'ne_vient_pas', 'pas_atteint', 'aucune'], r.reponse);
end;
$$;
comment on function jobs.store_alarme_personnes(app.alarmes, json, text[], jsonb) is
  'Stores the groups of an alarm that belong to the request''s SIS, their people who come, and the people that jobs.share_personnes assigned to this SIS, each matched to a sapeur where possible. Their answers to the alarm centre are stored.';
