select to_json(l)
  from app.sapeurs s
  join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
  join app.salaires z on z.sis_key = s.sis_key and z.sapeur_id = s.id
 cross join lateral (
   select extract(year from min(m.incorporation))::integer as annee,
          bool_or(m.sortie is null and m.incorporation <= $3::date
                  or m.sortie >= $3::date and m.incorporation <= $3::date + interval '3 months') as actif
     from app.mutations m
    where m.sis_key = s.sis_key and m.sapeur_id = s.id
 ) m
  left join lateral (
    select f.id
      from app.sapeur_fonctions sf
      join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
     where sf.sis_key = s.sis_key and sf.sapeur_id = s.id and sf.debut <= $3::date and (sf.fin is null or $3::date <= sf.fin)
     order by f.rang desc, f.id
     limit 1
  ) f on true
  left join lateral (
    select g.id
      from app.sapeur_grades sg
      join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
     where sg.sis_key = s.sis_key and sg.sapeur_id = s.id and sg.debut <= $3::date and (sg.fin is null or $3::date <= sg.fin)
     order by sg.debut desc, g.rang desc, g.id
     limit 1
  ) g on true
 cross join lateral (
   select s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, m.actif, s.civilite_id, p.localite_id,
          coalesce(f.id, 0) as fonction_id, coalesce(g.id, 0) as grade_id, m.annee as annee_incorporation, s.porteur,
          p.remarque, p.email, request.utc_micros(s.created_at) as created_at, request.utc_micros(s.updated_at) as updated_at,
          p.rue, p.no_rue, p.date_naissance, z.no_avs, z.cotisation_avs, p.profession, p.employeur, p.lieu_de_travail, z.iban,
          (
            select coalesce(json_agg(api.as_json(t) order by t.priorite, t.id), '[]')
              from app.telephones t
             where t.sis_key = s.sis_key and t.sapeur_id = s.id
          ) as telephones
 ) l
 where s.sis_key = $1 and s.id = $2::bigint
