-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.bilan(par text)
  returns table (
    sis_key text, annee integer, exercice_comptable_id bigint, id bigint, nb bigint, secondes numeric, sauve_personne bigint,
    sauve_animaux bigint
  )
  language sql stable
begin atomic
  select e.sis_key, e.annee, e.id, b.id, b.nb, b.secondes, b.sauve_personne, b.sauve_animaux
    from app.exercices_comptables e
   cross join lateral stats.bilan_annuel(par, e.sis_key, e.annee) b;
end;
comment on function stats.bilan(text) is 'Figures of stats.bilan_annuel for all SIS and accounting years.';
grant execute on function stats.bilan(text) to caserne_api, caserne_analyst, caserne_national;
