create or replace function jobs.describe_report(report json, sis_keys text[]) returns text
  language sql stable
as $$
  select left(coalesce(string_agg(r.remark, ' ' order by r.place), ''), 4000)
    from (
      select 0, 'Aucun SIS de cette instance n’est nommé.' where sis_keys = '{}'
      union all
      select 1, a from json_array_elements_text(report -> 'avertissements') as a
      union all
      select 2, format('SIS inconnu, ignoré : %s.', s)
        from json_array_elements_text(report -> 'sis') as s
       where auth.find_sis(s) is null
      union all
      select 3, format('Groupe sans SIS connu, ignoré : %s.', g.titre)
        from jobs.read_report_groupes(report, sis_keys) g
       where g.sis_key is null
    ) as r (place, remark)
$$;
comment on function jobs.describe_report(json, text[]) is
  'French sentences about what was odd in a report: warnings of the parser, unknown SIS, and groups of no SIS that the report concerns.';
