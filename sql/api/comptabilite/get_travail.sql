create or replace function api.get_travail(id bigint) returns json
  language sql stable
as $$
  select json_build_object(
           'id', t.id,
           'exercice_comptable_id', t.exercice_comptable_id,
           'etat', case when t.ended_at is not null then 'termine' when l.nb > 0 then 'en_cours' else 'en_attente' end,
           'faits', l.nb - l.refuses,
           'total', t.total,
           'refus', l.refus,
           'created_by', t.created_by,
           'created_at', request.utc_micros(t.created_at),
           'ended_at', request.utc_micros(t.ended_at)
         )
    from app.travaux t
   cross join lateral (
     select count(*) as nb, count(l.raison) as refuses,
            coalesce(
              json_agg(json_build_object('intervention_id', l.intervention_id, 'raison', l.raison) order by l.no)
                filter (where l.raison is not null),
              '[]') as refus
       from app.travail_interventions l
      where l.sis_key = t.sis_key
        and l.travail_id = t.id
   ) l
   where t.sis_key = request.sis_key()
     and t.id = get_travail.id
$$;
comment on function api.get_travail(bigint) is
  'How far the imputation of a year is: how many interventions are imputées of how many, and which were refused why. Null when there is no such work to see.';
grant execute on function api.get_travail(bigint) to caserne_api;
