-- Numbers in comments are those of form 11, "Certificat de salaire".
create or replace function app.feuille_certificats(exercice app.exercices_comptables, sapeur_id bigint) returns json
  language sql stable
as $$
  with payes as materialized (
    select * from app.paiements_annee(exercice.id, feuille_certificats.sapeur_id)
  ),
  gens as materialized (
    select array_agg(p.sapeur_id) as ids from payes p
  ),
  certificats as materialized (
    select json_agg(
             json_build_object(
               'nom_prenom', c.nom_prenom,
               'rue', btrim(c.rue || ' ' || c.no_rue),
               'lieu', btrim(c.npa || ' ' || c.localite),
               'no_avs', c.no_avs,
               'date_naissance', c.date_naissance,
               'debut', s.debut,
               'fin', s.fin,
               'solde', p.solde::text,
               'indemnite', p.indemnite::text,
               'salaire', (p.solde + p.indemnite)::text, -- 1 and 8
               'avs_ac', p.avs_ac::text, -- 9
               'net', (p.solde + p.indemnite - p.avs_ac)::text, -- 11
               'frais_effectif', p.frais_effectif::text, -- 13.1.2
               'frais_forfaitaire', p.frais_forfaitaire::text, -- 13.2.3
               'autre', p.autre::text,
               'total', p.total::text
             )
             order by c.nom_prenom, c.sapeur_id
           ) as feuilles
      from gens g
     cross join payes p
      join app.coordonnees_paie(g.ids) c on c.sapeur_id = p.sapeur_id
      join app.periodes_service(exercice, g.ids) s on s.sapeur_id = p.sapeur_id
  )
  select json_build_object(
    'sis_key', s.sis_key,
    'nom', s.nom,
    'rue', btrim(s.rue || ' ' || s.numero),
    'lieu', coalesce((select btrim(l.npa || ' ' || l.nom) from app.localites l where l.id = s.localite_id), ''),
    'telephone', s.telephone,
    'date', app.today(),
    'logo', app.logo_imprimable(),
    'annee', extract(year from exercice.debut)::integer,
    'certificats', c.feuilles
  )
    from app.sis s
   cross join certificats c
   where s.sis_key = request.sis_key()
     and exercice.id is not null
$$;
comment on function app.feuille_certificats(app.exercices_comptables, bigint) is
  'Contents of the printed salary certificates of a year: the SIS with its logo, and by name each sapeur, or one, that a paid décompte pays, with the amounts of form 11 in francs. certificats is null where nobody was paid; null without a year.';
grant execute on function app.feuille_certificats(app.exercices_comptables, bigint) to caserne_api;
