create or replace function api.list_localites_sis() returns json
  language sql stable
as $$
  select coalesce(json_agg(l.localite_id order by l.localite_id), '[]')
    from app.localites_sis l
   where l.sis_key = request.sis_key()
$$;
comment on function api.list_localites_sis() is
  'Ids of the places that the caller''s SIS serves.';
grant execute on function api.list_localites_sis() to caserne_api;
