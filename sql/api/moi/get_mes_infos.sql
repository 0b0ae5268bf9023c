create or replace function api.get_mes_infos() returns json
  language sql stable
as $$
  select (api.as_json(s, p, z) || jsonb_build_object('telephones', t.telephones))::json
    from app.sapeurs_du_jour s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires z on z.sis_key = s.sis_key and z.sapeur_id = s.id
   cross join lateral (
     select coalesce(json_agg(api.as_json(t) order by t.priorite, t.id), '[]') as telephones
       from app.telephones t
      where t.sis_key = s.sis_key
        and t.sapeur_id = s.id
   ) t
   where s.sis_key = request.sis_key()
     and s.id = request.sapeur_id()
$$;
comment on function api.get_mes_infos() is
  'The full record of the calling sapeur with their telephone numbers; null when the caller is no sapeur here.';
grant execute on function api.get_mes_infos() to caserne_api;
