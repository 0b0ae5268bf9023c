-- An alarm stays on the wall while it can be answered, also when an officer has marked it as read. On a storm day only
-- the newest are sent: the wall shows five, and each answer sends all of them again.
create or replace function api.get_mur(token bytea) returns json
  language sql stable
as $$
  with alarmes as materialized (
    select a.*
      from app.alarmes a
      join app.sis s on s.sis_key = a.sis_key
     where a.sis_key = request.sis_key()
       and a.date > now() - interval '1 day'
       and (not a.validated or a.date > now() - make_interval(mins => s.duree_reponse))
       and app.knows_mur(get_mur.token)
     order by a.date desc, a.id desc
     limit 20
  )
  select json_build_object(
           'sis', s.nom,
           'fuseau', s.fuseau,
           'alarmes', (
             select coalesce(json_agg(json_build_object(
                      'id', a.id::text,
                      'date', request.utc(a.date),
                      'type', a.type,
                      'code', a.code,
                      'couleur', a.couleur,
                      'adresse', a.adresse,
                      'complement', a.complement,
                      'description', a.description,
                      'location_wgs84', coalesce(a.lon || ',' || a.lat, ''),
                      'location_lv95', coalesce(trim_scale(a.lv95_e) || ',' || trim_scale(a.lv95_n), ''),
                      -- Texts about oneself are for those who sign in.
                      'reponses', (
                        select coalesce(jsonb_agg(r - 'remarque' order by n), '[]')
                          from jsonb_array_elements(e.reponses::jsonb) with ordinality as t (r, n)
                      ),
                      'effectif', coalesce(e.effectif, '{"vient":0,"plus_tard":0,"ne_vient_pas":0,"sans_reponse":0,"porteurs":0,"chefs":0}')
                    ) order by a.date desc, a.id desc), '[]')
               from alarmes a
               left join app.effectif_alarmes(array(select o.id from alarmes o)) e on e.alarme_id = a.id
           ),
           'interventions', (
             select count(*)
               from app.interventions i
              where i.sis_key = request.sis_key()
                and i.date_debut > app.today() - 30
                and i.statut in (app.intervention_vide(), app.intervention_saisie())
           )
         )
    from app.sis s
   where s.sis_key = request.sis_key()
     and app.knows_mur(get_mur.token)
$$;
comment on function api.get_mur(bytea) is
  'Content of a wall: the newest 20 alarms of the last day that are open or can be answered, with names and counts but no telephones, and how many interventions of the last 30 days are to be finished. Null unless this is the hash of the token of a wall of the SIS.';
grant execute on function api.get_mur(bytea) to caserne_api;
