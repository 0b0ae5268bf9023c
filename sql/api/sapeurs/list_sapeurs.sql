create or replace function api.list_sapeurs(
  actif boolean default null, type integer[] default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(
    json_agg(
      api.as_json(p.sapeur, pa) || jsonb_build_object('permis', l.permis, 'fonctions', l.fonctions)
      order by p.key, p.id
    ),
    '[]'
  )
    from (
      select s as sapeur, s.sis_key, s.id, s.jour,
             -- É goes with E, whatever the collation of the database.
             request.plain(s.nom_prenom) as key
        from app.sapeurs_du_jour s
       where s.sis_key = request.sis_key()
         and (list_sapeurs.actif is null or s.actif = list_sapeurs.actif)
         and (list_sapeurs.type is null or s.type = any (list_sapeurs.type))
         -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
         and (apres is null or (apres ->> 1)::bigint > 0
              and (request.plain(s.nom_prenom), s.id) > (request.plain(apres ->> 0), (apres ->> 1)::bigint))
       order by key, s.id
       limit limite
    ) p
    left join app.particularites pa on pa.sis_key = p.sis_key and pa.sapeur_id = p.id
    cross join lateral (
      select coalesce((
               select jsonb_agg(
                        jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
                        order by sp.date, sp.id
                      )
                 from app.sapeur_permis sp
                where sp.sis_key = p.sis_key
                  and sp.sapeur_id = p.id
             ), '[]'),
             coalesce((
               select jsonb_agg(
                        jsonb_build_object(
                          'id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                          'remarque', sf.remarque
                        )
                        order by sf.debut, sf.id
                      )
                 from app.sapeur_fonctions sf
                where sf.sis_key = p.sis_key
                  and sf.sapeur_id = p.id
                  and sf.debut <= p.jour + interval '1 month'
                  and (sf.fin is null or sf.fin >= p.jour)
             ), '[]')
    ) as l (permis, fonctions)
$$;
comment on function api.list_sapeurs(boolean, integer[], json, integer) is
  'People of the caller''s SIS by name, each with his licences and the functions that are current or begin within a month; a page after [nom_prenom, id].';
grant execute on function api.list_sapeurs(boolean, integer[], json, integer) to caserne_api;
