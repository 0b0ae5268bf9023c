-- Definer: an intervention or an exercice opens its year. Its caller may not write parameters, so the
-- function opens a request that may.
create or replace function app.tg_exercices_comptables__avs() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(request.user_id(), coalesce(new.sis_key, old.sis_key), array['comptabilite.config'], request.sapeur_id());
  if tg_op = 'DELETE' then
    delete from app.avs_params p where p.sis_key = old.sis_key and p.exercice_comptable_id = old.id;
  else
    insert into app.avs_params
      (exercice_comptable_id, taux_avs, taux_ac, franchise_avs, franchise_imposition, plafond_ac, seuil_sur_solde, compte_id,
       ecriture_categorie_id)
    select new.id, d.taux_avs, d.taux_ac, d.franchise_avs, d.franchise_imposition, d.plafond_ac, d.seuil_sur_solde, d.compte_id,
           d.ecriture_categorie_id
      from (
        select p.taux_avs, p.taux_ac, p.franchise_avs, p.franchise_imposition, p.plafond_ac, p.seuil_sur_solde, p.compte_id,
               p.ecriture_categorie_id, e.fin
          from app.avs_params p
          join app.exercices_comptables e on e.sis_key = p.sis_key and e.id = p.exercice_comptable_id
         where p.sis_key = new.sis_key
           and e.fin < new.debut
        union all
        select f.*, false, c.id, k.id, '-infinity'
          from app.federal_avs(new.annee) f
          join app.comptes c on c.sis_key = new.sis_key and c.id = app.compte_avs()
          join app.ecriture_categories k on k.sis_key = new.sis_key and k.id = app.ecriture_categorie_avs()
      ) d
     order by d.fin desc
     limit 1;
  end if;
  perform request.reopen(v_opened);
  return coalesce(new, old);
end;
$$;
comment on function app.tg_exercices_comptables__avs() is
  'Gives a new accounting year the AVS parameters of the year before, or the federal figures when there is none, and removes those of a year that goes. Definer: callers who open a year may not write them.';
drop trigger if exists _100_avs on app.exercices_comptables;
create trigger _100_avs before delete on app.exercices_comptables
  for each row execute function app.tg_exercices_comptables__avs();
drop trigger if exists _700_avs on app.exercices_comptables;
create trigger _700_avs after insert on app.exercices_comptables
  for each row execute function app.tg_exercices_comptables__avs();
