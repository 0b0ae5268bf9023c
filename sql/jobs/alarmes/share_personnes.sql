-- A telephone number identifies the SIS of a person more surely than a name. So the name counts only where no SIS of
-- the report knows a number of the person, or where several people share the number, in the SIS that knows it. Nobody
-- is left out: an unknown person is shown unresolved in each SIS that may know them.
create or replace function jobs.share_personnes(report json, sis_keys text[], message_date timestamptz) returns jsonb
  language plpgsql volatile
as $$
declare
  v_personnes jsonb := (
    select jsonb_agg(p.personne || jsonb_build_object('no', p.no, 'nom_groupe', p.nom))
      from (
        select '' as no, '' as nom, jsonb_array_elements(report::jsonb -> 'personnes') as personne
        union all
        select g.no, g.nom, jsonb_array_elements(g.personnes::jsonb)
          from jobs.read_report_groupes(report, sis_keys) g
         where g.sans_sis and g.sis_key is null
      ) p
     where p.personne ->> 'reponse' = 'vient'
  );
  v_found jsonb := jsonb '[]';
  v_sis_key text;
begin
  if v_personnes is null then
    return jsonb '{}';
  end if;
  foreach v_sis_key in array sis_keys loop
    -- The people of a SIS that lives elsewhere are not known here.
    continue when not request.is_home(v_sis_key);
    perform request.open(null, v_sis_key, array['intervention.lecture', 'sapeur.lecture'], null);
    v_found := v_found || (
      select jsonb_agg(jsonb_build_object('sis_key', v_sis_key, 'rang', p.rang, 'connu', m.known, 'par_numero', m.sapeur_id,
                                          'par_nom', app.match_nom(p.personne ->> 'nom', j.jour)))
        from jsonb_array_elements(v_personnes) with ordinality as p (personne, rang)
       cross join (select (d.date at time zone app.fuseau())::date from jobs.read_alarme_date(report, message_date) d) as j (jour)
       cross join lateral app.match_numero(array(select jsonb_array_elements_text(p.personne -> 'telephones')), j.jour) as m
    );
  end loop;
  return (
    select coalesce(jsonb_object_agg(s.sis_key, s.personnes), '{}')
      from (
        select t.sis_key,
               jsonb_agg(
                 v_personnes -> (t.rang - 1) || jsonb_build_object(
                   'sapeur_id', case when t.par_numeros > 0 then t.par_numero when t.connus < 2 then t.par_nom end)
                 order by t.rang
               ) as personnes
          from (
            select r.*, count(r.par_numero) over w as par_numeros, count(*) filter (where r.connu) over w as connus,
                   count(r.par_nom) over w as par_noms
              from jsonb_to_recordset(v_found)
                     as r (sis_key text, rang integer, connu boolean, par_numero bigint, par_nom bigint)
            window w as (partition by r.rang)
          ) t
         where case
                 when t.par_numeros > 0 then t.par_numero is not null
                 when t.connus > 0 then t.connu
                 when t.par_noms > 0 then t.par_nom is not null
                 else true
               end
         group by t.sis_key
      ) s
  );
end;
$$;
comment on function jobs.share_personnes(json, text[], timestamptz) is
  'People who come and are named without a SIS, shared out among the SIS of a report: {sis_key: [{nom, telephones, no, nom_groupe, sapeur_id}]}, sapeur_id null where unknown. Leaves the request of the last SIS open.';
