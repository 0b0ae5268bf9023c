create or replace function app.ecritures_exercice(exercice app.exercices) returns setof app.ecritures
  language plpgsql stable
as $$
declare
  v_missing text;
  v_ecriture app.ecritures;
begin
  v_missing := (
    select string_agg(distinct coalesce(t.fonction, 'sans fonction'), ', ') from app.tarifs_exercice(exercice) t where t.indemnite is null
  );
  if v_missing is not null then
    raise sqlstate 'PT409' using message = format('Aucune indemnité d’exercice n’est prévue pour : %s', v_missing);
  end if;
  v_ecriture.exercice_comptable_id := exercice.exercice_comptable_id;
  v_ecriture.date := exercice.date;
  v_ecriture.heure := exercice.heure;
  v_ecriture.designation := exercice.designation;
  v_ecriture.taux := 1;
  v_ecriture.taux_designation := '';
  v_ecriture.module := 1;
  v_ecriture.exercice_id := exercice.id;
  v_ecriture.created_by := app.caller_name();
  for v_ecriture.sapeur_id, v_ecriture.complement, v_ecriture.quantite, v_ecriture.type_unite_id, v_ecriture.tarif, v_ecriture.total,
      v_ecriture.type, v_ecriture.compte_id, v_ecriture.ecriture_categorie_id, v_ecriture.indemnite_exercice_id in
    select e.*
      from (
        select p.sapeur_id, '', case when (p.indemnite).type_unite_id = app.unite_heure() then exercice.duree / 60.0 else 1 end,
               (p.indemnite).type_unite_id, (p.indemnite).tarif,
               app.montant_exercice((p.indemnite).tarif, (p.indemnite).type_unite_id, exercice.duree),
               (p.indemnite).type, (p.indemnite).compte_id, (p.indemnite).ecriture_categorie_id, (p.indemnite).id
          from app.tarifs_exercice(exercice) p
        union all
        select h.sapeur_id, t.designation, h.quantite, t.type_unite_id, t.montant, app.round05(t.montant * h.quantite), t.type, t.compte_id,
               t.ecriture_categorie_id, null
          from app.exercice_heures h
          join app.heure_exercice_types t on t.sis_key = h.sis_key and t.id = h.heure_exercice_type_id
         -- Hours of a type that pays nothing have no account.
         where h.sis_key = exercice.sis_key and h.exercice_id = exercice.id and t.montant > 0
      ) e (sapeur_id, complement)
     -- limit: each looked up by their id. A join would read all people of the SIS.
     cross join lateral (
       select s.nom_prenom from app.sapeurs s where s.sis_key = exercice.sis_key and s.id = e.sapeur_id limit 1
     ) s
     order by s.nom_prenom, e.sapeur_id, e.complement
  loop
    return next v_ecriture;
  end loop;
end;
$$;
comment on function app.ecritures_exercice(app.exercices) is
  'The entries of an exercice, not written yet, by the name of the sapeur: for those present, and for additional hours of anyone. PT409 names functions without a tariff.';
