create or replace function api.get_mes_infos() returns json
  language sql stable
as $$
  select (
    api.get_sapeur(request.sapeur_id())::jsonb
    || jsonb_build_object('telephones', api.list_sapeur_telephones(request.sapeur_id()))
  )::json
$$;
comment on function api.get_mes_infos() is
  'The full record of the calling sapeur with their telephone numbers; null when the caller is no sapeur here.';
grant execute on function api.get_mes_infos() to caserne_api;
