create or replace function jobs.report_remarques(report json, sis text[]) returns text
  language sql stable
as $$
  select coalesce(string_agg(r.remarque, ' ' order by r.ordre), '')
    from (
      select 0, 'Aucun SIS de cette instance n''est nommé.' where sis = '{}'
      union all
      select 1, a from json_array_elements_text(report -> 'avertissements') as a
      union all
      select 2, format('Groupe sans SIS connu, ignoré : %s.', g.titre)
        from jobs.report_groupes(report, sis) g
       where g.sis_key is null
    ) as r (ordre, remarque)
$$;
comment on function jobs.report_remarques(json, text[]) is
  'What was odd about a report, as French sentences: the parser''s warnings, and the groups that belong to no SIS it concerns.';
