create or replace function app.ecritures_presences(
  intervention app.interventions, indemnite app.indemnites_intervention, piquet boolean
) returns setof app.ecritures
  language plpgsql stable
as $$
declare
  v_ecriture app.ecritures;
begin
  v_ecriture.sis_key := intervention.sis_key;
  v_ecriture.exercice_comptable_id := intervention.exercice_comptable_id;
  v_ecriture.date := intervention.date_debut;
  v_ecriture.heure := intervention.heure_debut;
  v_ecriture.designation := (
    select concat_ws(' ', l.nom, '(' || t.designation || ')', nullif(intervention.lieu, ''))
      from app.types_intervention t
      left join app.localites l on l.id = intervention.localite_id
     where t.sis_key = intervention.sis_key
       and t.id = intervention.type_intervention_id
  );
  v_ecriture.complement := indemnite.designation;
  v_ecriture.type_unite_id := app.unite_heure();
  v_ecriture.tarif := indemnite.tarif;
  v_ecriture.type := indemnite.type;
  v_ecriture.module := 2;
  v_ecriture.compte_id := indemnite.compte_id;
  v_ecriture.ecriture_categorie_id := indemnite.ecriture_categorie_id;
  v_ecriture.intervention_id := intervention.id;
  v_ecriture.indemnite_intervention_id := indemnite.id;
  v_ecriture.created_by := app.caller_name();
  v_ecriture.created_at := now();
  for v_ecriture.sapeur_id, v_ecriture.quantite, v_ecriture.taux, v_ecriture.taux_designation, v_ecriture.total in
    select p.sapeur_id, p.secondes / 3600, p.taux, p.taux_designation, p.total
      from (
        select * from app.pay_minimum(intervention, indemnite, piquet) where indemnite.taux_nuit + indemnite.taux_weekend = 0
        union all
        select * from app.pay_taux(intervention, indemnite, piquet) where indemnite.taux_nuit + indemnite.taux_weekend > 0
      ) p
     -- limit: each looked up by their id. A join would read all people of the SIS.
     cross join lateral (
       select s.nom_prenom from app.sapeurs s where s.sis_key = intervention.sis_key and s.id = p.sapeur_id limit 1
     ) s
     order by s.nom_prenom, p.sapeur_id, p.taux_designation
  loop
    return next v_ecriture;
  end loop;
end;
$$;
comment on function app.ecritures_presences(app.interventions, app.indemnites_intervention, boolean) is
  'The entries of an intervention by one tariff, not written yet: for time as standby, other time, or both (piquet null).';
