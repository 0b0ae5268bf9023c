create or replace function api.as_json(rapport app.rapports_tablette) returns json
  language sql stable
as $$
  select json_build_object(
    'recu_at', request.utc_micros(rapport.recu_at),
    'localUuid', rapport.corps ->> 'localUuid',
    'avertissements', to_json(rapport.avertissements),
    'corps', rapport.corps
  )
$$;
comment on function api.as_json(app.rapports_tablette) is
  'A tablet''s report on the wire, as it was received, with its warnings.';
grant execute on function api.as_json(app.rapports_tablette) to caserne_api;

create or replace function api.list_rapports_tablette(intervention_id bigint) returns json
  language sql stable
as $$
  select coalesce(json_agg(api.as_json(r) order by r.id), '[]')
    from app.rapports_tablette r
   where r.sis_key = request.sis_key()
     and r.intervention_id = list_rapports_tablette.intervention_id
$$;
comment on function api.list_rapports_tablette(bigint) is
  'Reports of an intervention that tablets sent, as they were received.';
grant execute on function api.list_rapports_tablette(bigint) to caserne_api;

create or replace function api.rapport_json(rapport app.rapports_tablette, nouvelle boolean) returns json
  language sql stable
as $$
  select json_build_object('nouvelle', nouvelle, 'data', request.merge(
           api.as_json(i, true), json_build_object('avertissements', to_json(rapport.avertissements))))
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = rapport.intervention_id
$$;
comment on function api.rapport_json(app.rapports_tablette, boolean) is
  'The answer to a tablet''s report: whether it created the intervention (nouvelle), and the intervention with its rows and warnings.';
grant execute on function api.rapport_json(app.rapports_tablette, boolean) to caserne_api;
