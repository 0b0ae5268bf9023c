create or replace function app.classify_code(code text, out type_intervention_id bigint, out stat_federal_id bigint)
  language sql stable
as $$
  select c.type_intervention_id, c.stat_federal_id
    from (
      select length(request.plain(k.code)), k.type_intervention_id, k.stat_federal_id
        from app.codes_alarme k
       where k.sis_key = request.sis_key()
         and starts_with(request.plain(classify_code.code) || ' ', request.plain(k.code) || ' ')
      union all
      -- "Autre intervention", "Interventions diverses"
      select 0, app.type_intervention_divers(), app.stat_federal_divers()
    ) as c (length, type_intervention_id, stat_federal_id)
   order by c.length desc
   limit 1
$$;
comment on function app.classify_code(text) is
  'Type of intervention and federal category of an alarm code, by the longest known code whose words it begins with. Else "Autre intervention" and "Interventions diverses".';
