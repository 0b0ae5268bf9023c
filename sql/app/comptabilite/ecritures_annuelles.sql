create or replace function app.ecritures_annuelles(exercice app.exercices_comptables, sapeur_ids bigint[])
  returns setof app.ecritures
  language plpgsql stable
as $$
declare
  v_ecriture app.ecritures;
begin
  v_ecriture.exercice_comptable_id := exercice.id;
  v_ecriture.date := exercice.fin;
  v_ecriture.complement := '';
  v_ecriture.taux := 1;
  v_ecriture.taux_designation := '';
  v_ecriture.module := 3;
  v_ecriture.created_by := app.caller_name();
  for v_ecriture.sapeur_id, v_ecriture.designation, v_ecriture.quantite, v_ecriture.type_unite_id, v_ecriture.tarif, v_ecriture.total,
      v_ecriture.type, v_ecriture.compte_id, v_ecriture.ecriture_categorie_id, v_ecriture.indemnite_annuelle_id in
    select m.sapeur_id, i.designation, m.nombre, i.type_unite_id, i.tarif, app.montant_annuel(i.tarif, m.nombre), i.type,
           i.compte_id, i.ecriture_categorie_id, i.id
      from (
        select d.sapeur_id, d.indemnite_annuelle_id, sum(d.nombre) as nombre
          from (
            select d.sapeur_id, d.indemnite_annuelle_id, d.type_unite_id, d.nombre
              from app.indemnites_dues(daterange(exercice.debut, exercice.fin, '[]'), sapeur_ids) d
            union all
            select e.sapeur_id, e.indemnite_annuelle_id, e.type_unite_id, -e.quantite
              from app.ecritures e
             where e.sis_key = exercice.sis_key
               and e.exercice_comptable_id = exercice.id
               and e.module = 3
          ) d
         group by d.sapeur_id, d.indemnite_annuelle_id
        -- An entry in another unit is the whole allowance.
        having sum(d.nombre) > 0 and min(d.type_unite_id) = max(d.type_unite_id)
      ) m
      join app.indemnites_annuelles i on i.sis_key = exercice.sis_key and i.id = m.indemnite_annuelle_id
      join app.sapeurs s on s.sis_key = exercice.sis_key and s.id = m.sapeur_id
     order by s.nom_prenom, m.sapeur_id, i.designation, i.id
  loop
    return next v_ecriture;
  end loop;
end;
$$;
comment on function app.ecritures_annuelles(app.exercices_comptables, bigint[]) is
  'The entries for yearly allowances that a year owes sapeurs (null: all) and does not have yet, not written, by the name of the sapeur. They are of its last day.';
