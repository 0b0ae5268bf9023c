-- Each table is read once for all people of the page. The planner expects hardly any rows of each, and would read a
-- table again for every person: hence no nested loops.
create or replace function api.page_sapeurs(actif boolean, type integer[], apres json, limite integer) returns json
  language plpgsql stable set enable_nestloop = off
as $$
declare
  v_jour constant date := app.today();
  v_key constant text := request.plain(apres ->> 0);
  v_id constant bigint := (apres ->> 1)::bigint;
  v_ids bigint[];
begin
  -- Being in service follows from mutations, which no index by name knows.
  if page_sapeurs.actif is null then
    v_ids := app.page_sapeurs(type, apres, limite);
  else
    v_ids := array(
      select s.id
        from app.sapeurs s
        left join (
          select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service
            from app.mutations m
           where m.sis_key = request.sis_key()
           group by m.sapeur_id
        ) m on m.sapeur_id = s.id
       where s.sis_key = request.sis_key()
         and app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) = page_sapeurs.actif
         and (page_sapeurs.type is null or s.type = any (page_sapeurs.type))
         -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
         and (apres is null or v_id > 0 and (request.plain(s.nom_prenom), s.id) > (v_key, v_id))
       -- É goes with E, whatever the collation of the database.
       order by request.plain(s.nom_prenom), s.id
       limit limite
    );
  end if;
  return (
    with listed as materialized (
      select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at,
             s.updated_at, app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) as actif, f.fonction_id,
             g.grade_id, m.annee_incorporation
        from app.sapeurs s
        left join (
          select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service,
                 extract(year from min(m.incorporation))::integer as annee_incorporation
            from app.mutations m
           where m.sis_key = request.sis_key()
             and m.sapeur_id = any (v_ids)
           group by m.sapeur_id
        ) m on m.sapeur_id = s.id
        left join app.fonctions_du_jour f
          on f.sis_key = request.sis_key() and f.sapeur_id = any (v_ids) and f.sapeur_id = s.id
        left join app.grades_du_jour g
          on g.sis_key = request.sis_key() and g.sapeur_id = any (v_ids) and g.sapeur_id = s.id
       where s.sis_key = request.sis_key()
         and s.id = any (v_ids)
    )
    select coalesce(
             json_agg(
               api.as_json(
                 row(l.sis_key, l.id, l.type, l.nom, l.prenom, l.suffixe, l.nom_prenom, l.civilite_id, l.porteur,
                     l.created_at, l.updated_at, v_jour, l.actif, l.fonction_id, l.grade_id, l.annee_incorporation
                 )::app.sapeurs_du_jour,
                 pa
               ) || jsonb_build_object('permis', coalesce(p.permis, '[]'), 'fonctions', coalesce(f.fonctions, '[]'))
               order by array_position(v_ids, l.id)
             ),
             '[]'
           )
      from listed l
      left join app.particularites pa
        on pa.sis_key = request.sis_key() and pa.sapeur_id = any (v_ids) and pa.sapeur_id = l.id
      left join (
        select sp.sapeur_id,
               jsonb_agg(
                 jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
                 order by sp.date, sp.id
               ) as permis
          from app.sapeur_permis sp
         where sp.sis_key = request.sis_key()
           and sp.sapeur_id = any (v_ids)
         group by sp.sapeur_id
      ) p on p.sapeur_id = l.id
      left join (
        select sf.sapeur_id,
               jsonb_agg(
                 jsonb_build_object(
                   'id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                   'remarque', sf.remarque
                 )
                 order by sf.debut, sf.id
               ) as fonctions
          from app.sapeur_fonctions sf
         where sf.sis_key = request.sis_key()
           and sf.sapeur_id = any (v_ids)
           and sf.debut <= v_jour + interval '1 month'
           and (sf.fin is null or sf.fin >= v_jour)
         group by sf.sapeur_id
      ) f on f.sapeur_id = l.id
  );
end;
$$;
comment on function api.page_sapeurs(boolean, integer[], json, integer) is
  'The page of api.list_sapeurs.';
grant execute on function api.page_sapeurs(boolean, integer[], json, integer) to caserne_api;
