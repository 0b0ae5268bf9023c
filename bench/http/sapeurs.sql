select json_agg(o order by request.plain(s.nom_prenom), s.id)
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
           json_agg(o order by sp.date, sp.id) as permis
      from app.sapeur_permis sp
     cross join lateral (select sp.id, sp.permis_type_id, sp.date) o
     where sp.sis_key = $1
     group by sp.sapeur_id
  ) p on p.sapeur_id = s.id
  left join (
    select sf.sapeur_id,
           (array_agg(f.id order by f.rang desc, f.id)
             filter (where sf.debut <= $2::date and (sf.fin is null or $2::date <= sf.fin)))[1] as id,
           json_agg(o order by sf.debut, sf.id) filter (where sf.debut <= $2::date + interval '1 month' and (sf.fin is null or sf.fin >= $2::date))
             as fonctions
      from app.sapeur_fonctions sf
      join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
     cross join lateral (select sf.id, sf.fonction_id, sf.debut, sf.fin, sf.remarque) o
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
 cross join lateral (
   select s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom,
          case when s.type <> 0 then not s.desactive else coalesce(m.actif, false) end as actif, s.civilite_id,
          pa.localite_id, coalesce(f.id, 0) as fonction_id, coalesce(g.id, 0) as grade_id, m.annee as annee_incorporation,
          s.porteur, coalesce(pa.remarque, '') as remarque, coalesce(pa.email, '') as email,
          request.utc_micros(s.created_at) as created_at, request.utc_micros(s.updated_at) as updated_at,
          coalesce(p.permis, '[]') as permis, coalesce(f.fonctions, '[]') as fonctions
 ) o
 where s.sis_key = $1
