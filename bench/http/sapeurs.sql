select json_agg(
         jsonb_build_object(
           'id', s.id, 'type', s.type, 'nom', s.nom, 'prenom', s.prenom, 'suffixe', s.suffixe,
           'nom_prenom', s.nom_prenom,
           'actif', case when s.type <> 0 then not s.desactive else coalesce(m.actif, false) end,
           'civilite_id', s.civilite_id, 'localite_id', pa.localite_id,
           'fonction_id', coalesce(f.id, 0), 'grade_id', coalesce(g.id, 0),
           'annee_incorporation', m.annee, 'porteur', s.porteur,
           'remarque', coalesce(pa.remarque, ''), 'email', coalesce(pa.email, ''),
           'created_at', request.utc_micros(s.created_at), 'updated_at', request.utc_micros(s.updated_at),
           'permis', coalesce(p.permis, '[]'), 'fonctions', coalesce(f.fonctions, '[]')
         ) order by request.plain(s.nom_prenom), s.id
       )
  from app.sapeurs s
  left join app.particularites pa on pa.sis_key = s.sis_key and pa.sapeur_id = s.id
  left join (
    select m.sapeur_id, extract(year from min(m.incorporation))::integer as annee,
           bool_or(m.sortie is null and m.incorporation <= $2::date
                   or m.sortie >= $2::date and m.incorporation <= $2::date + interval '3 months') as actif
      from app.mutations m
     where m.sis_key = $1
     group by m.sapeur_id
  ) m on m.sapeur_id = s.id
  left join (
    select sp.sapeur_id,
           jsonb_agg(
             jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
             order by sp.date, sp.id
           ) as permis
      from app.sapeur_permis sp
     where sp.sis_key = $1
     group by sp.sapeur_id
  ) p on p.sapeur_id = s.id
  left join (
    select sf.sapeur_id,
           (array_agg(f.id order by f.rang desc, f.id)
             filter (where sf.debut <= $2::date and (sf.fin is null or $2::date <= sf.fin)))[1] as id,
           jsonb_agg(
             jsonb_build_object('id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                                'remarque', sf.remarque)
             order by sf.debut, sf.id
           ) filter (where sf.debut <= $2::date + interval '1 month' and (sf.fin is null or sf.fin >= $2::date))
             as fonctions
      from app.sapeur_fonctions sf
      join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
     where sf.sis_key = $1
     group by sf.sapeur_id
  ) f on f.sapeur_id = s.id
  left join (
    select distinct on (sg.sapeur_id) sg.sapeur_id, g.id
      from app.sapeur_grades sg
      join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
     where sg.sis_key = $1 and sg.debut <= $2::date and (sg.fin is null or $2::date <= sg.fin)
     order by sg.sapeur_id, sg.debut desc, g.rang desc, g.id
  ) g on g.sapeur_id = s.id
 where s.sis_key = $1
