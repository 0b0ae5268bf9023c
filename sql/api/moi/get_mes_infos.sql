create or replace function api.get_mes_infos() returns json
  language sql stable
as $$
  select to_json(l)
    from app.sapeurs_du_jour s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires z on z.sis_key = s.sis_key and z.sapeur_id = s.id
   cross join lateral api.sapeur_json(s, p) f
   cross join lateral api.prive_json(p, z) g
   cross join lateral (
     select f.*, g.*, coalesce(json_agg(api.as_json(t) order by t.priorite, t.id), '[]') as telephones
       from app.telephones t
      where t.sis_key = s.sis_key
        and t.sapeur_id = s.id
   ) l
   where s.sis_key = request.sis_key()
     and s.id = request.sapeur_id()
$$;
comment on function api.get_mes_infos() is
  'The full record of the calling sapeur with their telephone numbers; null when the caller is no sapeur here.';
grant execute on function api.get_mes_infos() to caserne_api;
