-- Makes the year ready: every intervention with presences is validée, the year has AVS parameters, and everyone a valid
-- IBAN, address and country. As the superuser, without triggers.
set session_replication_role = replica;
update app.interventions i
   set statut = 2, validated_at = now()
 where exists (select from app.intervention_sapeurs p where p.sis_key = i.sis_key and p.intervention_id = i.id);
insert into app.avs_params
  (sis_key, exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, compte_id, ecriture_categorie_id)
select e.sis_key, e.id, f.*, 4, 4
  from app.exercices_comptables e
 cross join app.federal_avs(e.annee) f
on conflict do nothing;
-- The check digits of an IBAN are 98 less the remainder of bank, account and country by 97 (ISO 13616): C is 12, H 17.
create function pg_temp.iban(n bigint) returns text language sql
as $$
  select 'CH' || lpad((98 - (bban || '121700')::numeric % 97)::text, 2, '0') || bban
    from (select '00700' || lpad(n::text, 12, '0') as bban) b
$$;
update app.salaires s set iban = pg_temp.iban(s.sapeur_id);
update app.sis z set iban = pg_temp.iban(999999);
set session_replication_role = origin;
