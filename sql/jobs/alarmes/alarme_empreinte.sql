-- The hash covers the content for this SIS and not only the mail: two reports under one Message-ID are two alarms. A
-- mail that tells a SIS more in its own mailbox than in the instance's makes a second alarm, which joins the
-- intervention of the first.
create or replace function jobs.alarme_empreinte(sis_keys text[], report json, mail_name text) returns text
  language sql stable
as $$
  select encode(
           sha256(
             convert_to(
               jsonb_build_object(
                 'nom', mail_name,
                 'alarme', report::jsonb - '{avertissements,incomplet,sis,groupes,groupes_ecartes,personnes}'::text[],
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
  'A hash that identifies an alarm of the request''s SIS: of the name of its mail, and of the content for this SIS of a report that concerns the given SIS.';
