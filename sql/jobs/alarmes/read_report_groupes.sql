create or replace function jobs.read_report_groupes(report json, sis_keys text[])
  returns table (sis_key text, no text, nom text, titre text, personnes json, sans_sis boolean)
  language sql stable
as $$
  select case
           when t.sis_key = any (sis_keys) then t.sis_key
           -- "90 EM" names no SIS: the group belongs to the SIS of the report if there is only one.
           when s.sans_sis and cardinality(sis_keys) = 1 then sis_keys[1]
         end,
         t.no, t.nom, g ->> 'titre', g -> 'personnes', s.sans_sis
    from json_array_elements(report -> 'groupes') as g
   cross join lateral jobs.read_titre(g ->> 'titre') as t
   cross join lateral (select t.sis_key is null and btrim(g ->> 'titre', '* ') !~ ',|\s-\s') as s (sans_sis)
$$;
comment on function jobs.read_report_groupes(json, text[]) is
  'Groups of a report, each with its SIS among those that the report concerns (null: none of them), and whether the title names no SIS at all (sans_sis).';
