-- Example: who left on 10 July 2018 and whose function Fourrier was never ended is named in 2018 and in every later year.
create or replace function app.fonctions_non_terminees(periode daterange, sapeur_ids bigint[]) returns setof text
  language sql stable
as $$
  select format(
           'La fonction « %s » de %s n’est pas terminée, mais %s : seul le temps de service compte.', f.designation, s.nom_prenom,
           coalesce('son service l’est depuis le ' || to_char(upper(t.temps) - 1, 'DD.MM.YYYY'), 'aucune mutation ne dit son service')
         )
    from app.temps_service(sapeur_ids) t
    join app.sapeurs s on s.sis_key = request.sis_key() and s.id = t.sapeur_id
    join app.sapeur_fonctions sf on sf.sis_key = s.sis_key and sf.sapeur_id = s.id
    join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
   where not upper_inf(t.temps)
     -- The rest of the function in the period, after the end of the service.
     and not isempty(daterange(sf.debut, sf.fin, '[]') * periode * daterange(upper(t.temps), null))
     and exists (select from app.indemnites_annuelles i where i.sis_key = f.sis_key and i.fonction_id = f.id)
   order by s.nom_prenom, s.id, f.designation
$$;
comment on function app.fonctions_non_terminees(daterange, bigint[]) is
  'Warnings about functions with a yearly allowance that last beyond the service of sapeurs (null: all) in a period.';
