create or replace function api.get_sapeur(id bigint) returns json
  language sql stable
as $$
  select api.as_json(s, p, z)::json
    from app.sapeurs_du_jour s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires z on z.sis_key = s.sis_key and z.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = get_sapeur.id
$$;
comment on function api.get_sapeur(bigint) is
  'One sapeur of the caller''s SIS with their private data, or null when there is none to see.';
grant execute on function api.get_sapeur(bigint) to caserne_api;
