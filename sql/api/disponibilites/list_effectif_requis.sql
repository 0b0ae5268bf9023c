create or replace function api.list_effectif_requis() returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(r) order by r.designation), '[]')
    from app.effectif_requis r
   where r.sis_key = request.sis_key()
$$;
comment on function api.list_effectif_requis() is
  'How many available people the caller''s SIS needs, of which kind and when, by designation.';
grant execute on function api.list_effectif_requis() to caserne_api;
