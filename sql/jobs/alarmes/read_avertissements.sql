-- No SIS sees what concerns another one alone.
create or replace function jobs.read_avertissements(report json) returns text[]
  language sql stable
as $$
  select array(
    select a.phrase
      from json_array_elements_text(report -> 'avertissements') with ordinality as a (phrase, place)
     where not exists (
       select
         from (
           select g ->> 'titre' from json_array_elements(report -> 'groupes') as g
           union all
           select t from json_array_elements_text(report -> 'groupes_ecartes') as t
         ) as g (titre)
        where starts_with(a.phrase, format('Groupe « %s »', g.titre))
          and (jobs.read_titre(g.titre)).sis_key <> request.sis_key()
     )
     order by a.place
  )
$$;
comment on function jobs.read_avertissements(json) is
  'The warnings of a report for the request''s SIS, without those about groups of others.';
