create or replace function api.list_sapeur_permis(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.date, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.sapeur_permis t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_permis.id
   group by s.id
$$;
comment on function api.list_sapeur_permis(bigint) is
  'Licences of a sapeur, oldest first; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_permis(bigint) to caserne_api;
