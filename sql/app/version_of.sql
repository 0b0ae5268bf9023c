-- One branch per table: PL/pgSQL plans a branch only when it is first used.
create or replace function app.version_of(ressource text, id text) returns bigint
  language plpgsql stable
as $$
begin
  case ressource
    when 'app.alarmes' then return (select r.version from app.alarmes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.amendes' then return (select r.version from app.amendes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.avs_params' then return (select r.version from app.avs_params r where r.sis_key = request.sis_key() and r.exercice_comptable_id = version_of.id::bigint);
    when 'app.calendriers' then return (select r.version from app.calendriers r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.codes_alarme' then return (select r.version from app.codes_alarme r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.comptes' then return (select r.version from app.comptes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.decomptes' then return (select r.version from app.decomptes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.ecriture_categories' then return (select r.version from app.ecriture_categories r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.ecritures' then return (select r.version from app.ecritures r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.excuses_types' then return (select r.version from app.excuses_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.effectif_requis' then return (select r.version from app.effectif_requis r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercice_categories' then return (select r.version from app.exercice_categories r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices' then return (select r.version from app.exercices r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.exercices_comptables' then return (select r.version from app.exercices_comptables r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.fonctions' then return (select r.version from app.fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.grades' then return (select r.version from app.grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupes' then return (select r.version from app.groupes r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.groupe_sapeurs' then return (select r.version from app.groupe_sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.heure_exercice_types' then return (select r.version from app.heure_exercice_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_annuelles' then return (select r.version from app.indemnites_annuelles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_exercice' then return (select r.version from app.indemnites_exercice r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indemnites_intervention' then return (select r.version from app.indemnites_intervention r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.indisponibilites' then return (select r.version from app.indisponibilites r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.interventions' then return (select r.version from app.interventions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.localites_sis' then return (select r.version from app.localites_sis r where r.sis_key = request.sis_key() and r.localite_id = version_of.id::bigint);
    when 'app.materiels' then return (select r.version from app.materiels r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.materiel_personnel' then return (select r.version from app.materiel_personnel r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.appareils' then return (select r.version from app.appareils r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messageries' then return (select r.version from app.messageries r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.messages' then return (select r.version from app.messages r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mission_types' then return (select r.version from app.mission_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.murs' then return (select r.version from app.murs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.mutations' then return (select r.version from app.mutations r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.permis_types' then return (select r.version from app.permis_types r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.piquets' then return (select r.version from app.piquets r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeurs' then return (select r.version from app.sapeurs r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_fonctions' then return (select r.version from app.sapeur_fonctions r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_grades' then return (select r.version from app.sapeur_grades r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sapeur_permis' then return (select r.version from app.sapeur_permis r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis' then return (select r.version from app.sis r where r.sis_key = request.sis_key());
    when 'app.sis_contacts' then return (select r.version from app.sis_contacts r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.sis_logos' then return (select r.version from app.sis_logos r where r.sis_key = request.sis_key());
    when 'app.telephones' then return (select r.version from app.telephones r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.telephones_utiles' then return (select r.version from app.telephones_utiles r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.types_intervention' then return (select r.version from app.types_intervention r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.vehicules' then return (select r.version from app.vehicules r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
    when 'app.webhooks' then return (select r.version from app.webhooks r where r.sis_key = request.sis_key() and r.id = version_of.id::bigint);
  end case;
end;
$$;
comment on function app.version_of(text, text) is
  'Version of a record of the caller''s SIS, by table and id, or null when none is visible. The id of something that a SIS has once is its key.';
grant execute on function app.version_of(text, text) to caserne_api;

-- Volatile, to see the rows that the statement has written.
create or replace function app.version_after(ressource text, id text) returns bigint
  language plpgsql volatile
as $$
declare
  v_expected jsonb := nullif(current_setting('request.if_match', true), '')::jsonb;
begin
  -- The request has not changed the record, so no trigger has compared the version yet.
  if v_expected is not null then
    perform request.check_if_match(v.version)
       from app.version_of(v_expected ->> 'ressource', v_expected ->> 'id') as v (version)
      where v.version is not null;
  end if;
  return app.version_of(ressource, id);
end;
$$;
comment on function app.version_after(text, text) is
  'Version of a record after the request. PT412 when the request left the record named in If-Match unchanged and that record has another version.';
grant execute on function app.version_after(text, text) to caserne_api;
