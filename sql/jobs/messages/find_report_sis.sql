-- A mailbox of one SIS makes alarms of that SIS only, whatever its mails say, because those who configure the mailbox
-- have no rights in other SIS.
create or replace function jobs.find_report_sis(report json, sis_key text) returns text[]
  language sql stable
as $$
  select case
           when sis_key <> '*' then array[sis_key]
           else (
             select coalesce(array_agg(distinct n.named), '{}')
               from (
                 select auth.find_sis(s) from json_array_elements_text(report -> 'sis') as s
                 union all
                 select (jobs.read_titre(g ->> 'titre')).sis_key from json_array_elements(report -> 'groupes') as g
                 union all
                 select (jobs.read_titre(t)).sis_key from json_array_elements_text(report -> 'groupes_ecartes') as t
               ) as n (named)
              where n.named is not null
           )
         end
$$;
comment on function jobs.find_report_sis(json, text) is
  'The SIS that a report concerns, by the titles of its groups, also of those that are left out, and the SIS it names. For a mailbox of one SIS, that SIS alone.';
