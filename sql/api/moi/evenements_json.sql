create or replace function api.evenements_json(evenements jsonb[]) returns json
  language sql stable
as $$
  select json_build_object(
           'sis_key', s.sis_key,
           'nom', s.nom,
           'fuseau', s.fuseau,
           'evenements', (
             select coalesce(json_agg(e order by e ->> 'debut', e ->> 'uid'), '[]') from unnest(evenements) as e
           )
         )
    from app.sis s
   where s.sis_key = request.sis_key()
$$;
comment on function api.evenements_json(jsonb[]) is
  'Contents of a calendar of the caller''s SIS: its name, its time zone, and the events by time.';
grant execute on function api.evenements_json(jsonb[]) to caserne_api;
