-- The accounting year is locked first, by the function that numbers interventions. So two alarms for one address are
-- handled one after the other, and the second finds the intervention of the first.
create or replace function jobs.create_intervention_from_alarme(sis_key text, alarme_id bigint) returns bigint
  language plpgsql volatile
as $$
declare
  v_alarme app.alarmes;
  v_debut timestamp;
  v_repete boolean;
  v_intervention_id bigint;
begin
  perform request.open(null, sis_key, array['intervention.lecture', 'intervention.modification', 'sapeur.lecture'], null);
  select * into v_alarme
    from app.alarmes a
   where a.sis_key = create_intervention_from_alarme.sis_key
     and a.id = create_intervention_from_alarme.alarme_id
     for update;
  if not found or v_alarme.intervention_id is not null or not v_alarme.intervention_voulue then
    return v_alarme.intervention_id;
  end if;

  -- Truncated to the second: rounding half a second before midnight would give 24:00:00.
  v_debut := date_trunc('second', v_alarme.date at time zone app.fuseau());
  v_repete := request.is_repete(date_trunc('second', v_alarme.date), app.fuseau());
  perform app.lock_exercice_comptable(v_debut::date);
  v_intervention_id := jobs.find_intervention_to_join(v_alarme);

  if v_intervention_id is null then
    insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, debut_repete, fin_repete, objet, lieu, localite_id, wgs84, degre,
                                   alarme_id, type_intervention_id, stat_federal_id)
    select v_debut::date, v_debut::time, v_debut::date, v_debut::time, v_repete, v_repete,
           coalesce(nullif(v_alarme.description, ''), nullif(v_alarme.code, ''), nullif(v_alarme.type, ''), 'Alarme'),
           v_alarme.adresse, app.localite_of(v_alarme.adresse), coalesce(v_alarme.lat || ',' || v_alarme.lon, ''),
           case v_alarme.couleur when 'BLEU' then 2 when 'JAUNE' then 3 when 'ROUGE' then 4 else 1 end,
           v_alarme.id, c.type_intervention_id, c.stat_federal_id
      from (
        select k.* from app.classify_code(v_alarme.code) k where v_alarme.code <> ''
        union all
        select w.* from app.classify_words(v_alarme.type, v_alarme.description) w where v_alarme.code = ''
      ) c
    returning id into v_intervention_id;
  end if;

  insert into app.intervention_groupes (intervention_id, no, designation)
  select distinct v_intervention_id, g.no, g.nom
    from app.alarme_groupes g
   where g.sis_key = v_alarme.sis_key and g.alarme_id = v_alarme.id
  on conflict do nothing;

  insert into app.intervention_quittances (intervention_id, sapeur_id)
  select distinct v_intervention_id, p.sapeur_id
    from app.alarme_personnes p
   where p.sis_key = v_alarme.sis_key and p.alarme_id = v_alarme.id and p.sapeur_id is not null
  union
  -- People who have said since that they come.
  select v_intervention_id, d.sapeur_id
    from (
      select distinct on (r.sapeur_id) r.sapeur_id, r.reponse
        from app.reponses_alarmes r
       where r.sis_key = v_alarme.sis_key and r.alarme_id = v_alarme.id and r.sapeur_id is not null
       order by r.sapeur_id, r.id desc
    ) d
   where d.reponse = 'vient'
  on conflict do nothing;

  update app.alarmes a
     set intervention_id = v_intervention_id, intervention_refus = ''
   where a.sis_key = v_alarme.sis_key and a.id = v_alarme.id;
  return v_intervention_id;
end;
$$;
comment on function jobs.create_intervention_from_alarme(text, bigint) is
  'The intervention of an alarm: made now, joined for the same event, or the existing one; null when none is wanted. PT409 when the accounting year is closed.';
