create or replace function api.list_decomptes(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(p.decompte) order by p.id desc), '[]')
    from (
      select d as decompte, d.id
        from app.decomptes d
       where d.sis_key = request.sis_key()
         and (list_decomptes.exercice_comptable_id is null
              or d.exercice_comptable_id = list_decomptes.exercice_comptable_id)
         and (apres is null or d.id < (apres ->> 0)::bigint)
       order by d.id desc
       limit limite
    ) p
$$;
comment on function api.list_decomptes(bigint, json, integer) is
  'Décomptes of the caller''s SIS, of all years or one, newest first; a page after [id].';
grant execute on function api.list_decomptes(bigint, json, integer) to caserne_api;
