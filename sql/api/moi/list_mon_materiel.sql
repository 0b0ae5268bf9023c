create or replace function api.list_mon_materiel(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.materiel) order by p.attribution, p.id), '[]')
    from (
      select m as materiel, m.attribution, m.id
        from app.materiel_personnel m
       where m.sis_key = request.sis_key()
         and m.sapeur_id = request.sapeur_id()
         and (m.retour is null or m.retour > app.today())
         and (apres is null or (m.attribution, m.id) > ((apres ->> 0)::date, (apres ->> 1)::bigint))
       order by m.attribution, m.id
       limit limite
    ) p
$$;
comment on function api.list_mon_materiel(json, integer) is
  'Equipment that the calling sapeur has on loan; a page after [attribution, id].';
grant execute on function api.list_mon_materiel(json, integer) to caserne_api;
