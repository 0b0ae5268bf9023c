create or replace function api.get_mes_infos() returns json
  language sql stable
as $$
  select (
    api.get_sapeur(request.sapeur_id())::jsonb || jsonb_build_object('telephones', coalesce(
      (
        select jsonb_agg(api.as_json(t) order by t.priorite, t.id)
          from app.telephones t
         where t.sis_key = request.sis_key()
           and t.sapeur_id = request.sapeur_id()
      ),
      '[]'
    ))
  )::json
$$;
comment on function api.get_mes_infos() is
  'The full record of the sapeur who asks, with his telephone numbers; null when he is nobody here.';
grant execute on function api.get_mes_infos() to caserne_api;
