-- By what it says to this SIS and not by the mail alone: two reports under one Message-ID are two alarms; and one mail that tells a SIS
-- more by its own mailbox than by the instance's makes a second one, which joins the first's intervention.
create or replace function jobs.alarme_empreinte(sis_keys text[], report json, nom text) returns text
  language sql stable
as $$
  select encode(
           sha256(
             convert_to(
               jsonb_build_object(
                 'nom', nom,
                 'alarme', report::jsonb - '{avertissements,sis,groupes,personnes}'::text[],
                 'groupes', (
                   select jsonb_agg(jsonb_build_array(g.no, g.nom, g.personnes) order by g.no, g.nom, g.personnes::text)
                     from jobs.read_report_groupes(report, sis_keys) g
                    where g.sis_key = request.sis_key()
                 ),
                 'personnes', report -> 'personnes',
                 'sans_sis', (
                   select jsonb_agg(jsonb_build_array(g.titre, g.personnes) order by g.titre, g.personnes::text)
                     from jobs.read_report_groupes(report, sis_keys) g
                    where g.sis_key is null and g.sans_sis
                 ),
                 'seul', cardinality(sis_keys) = 1 or json_array_length(report -> 'personnes') = 0
               )::text,
               'UTF8'
             )
           ),
           'hex'
         )
$$;
comment on function jobs.alarme_empreinte(text[], json, text) is
  'What tells an alarm of the request''s SIS from any other: a hash of what its mail is known by and of what the report, which concerns these SIS, says to this one.';
