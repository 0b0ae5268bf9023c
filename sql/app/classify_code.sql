create or replace function app.classify_code(code text, out type_intervention_id bigint, out stat_federal_id bigint)
  language sql stable
as $$
  select coalesce(c.type_intervention_id, 17), coalesce(c.stat_federal_id, 10)
    from (select) as always
    left join lateral (
      select *
        from app.codes_alarme c
       where c.sis_key = request.sis_key()
         and starts_with(request.plain(classify_code.code) || ' ', request.plain(c.code) || ' ')
       order by length(c.code) desc
       limit 1
    ) c on true
$$;
comment on function app.classify_code(text) is
  'Type of intervention and federal category by the longest known code that the alarm''s code begins with, else "Autre intervention" and "Interventions diverses".';
