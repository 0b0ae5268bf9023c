-- A mailbox of one SIS makes alarms of that SIS only, whatever its mails say: who may configure a mailbox there has no
-- right anywhere else.
create or replace function jobs.report_sis(report json, proprietaire text) returns text[]
  language sql stable
as $$
  select case
           when proprietaire <> '*' then array[proprietaire]
           else (
             select coalesce(array_agg(distinct n.sis_key), '{}')
               from (
                 select auth.find_sis(s) from json_array_elements_text(report -> 'sis') as s
                 union all
                 select (jobs.read_titre(g ->> 'titre')).sis_key from json_array_elements(report -> 'groupes') as g
               ) as n (sis_key)
              where n.sis_key is not null
           )
         end
$$;
comment on function jobs.report_sis(json, text) is
  'The SIS that a report concerns, by the titles of its groups and the SIS it names; for a mailbox of one SIS that one alone.';
