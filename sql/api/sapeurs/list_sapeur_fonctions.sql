create or replace function api.list_sapeur_fonctions(id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(t) order by t.debut, t.id) filter (where t.id is not null), '[]')
    from app.sapeurs s
    left join app.sapeur_fonctions t on t.sis_key = s.sis_key and t.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = list_sapeur_fonctions.id
   group by s.id
$$;
comment on function api.list_sapeur_fonctions(bigint) is
  'Functions of a sapeur, past and future ones included, by start; null when no such sapeur is visible.';
grant execute on function api.list_sapeur_fonctions(bigint) to caserne_api;
