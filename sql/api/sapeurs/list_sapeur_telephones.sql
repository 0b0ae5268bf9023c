create or replace function api.list_sapeur_telephones(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.priorite, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.telephones t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_telephones.id
   group by s.id
$$;
comment on function api.list_sapeur_telephones(bigint) is
  'Telephone numbers of a sapeur, in the order of calling; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_telephones(bigint) to caserne_api;
