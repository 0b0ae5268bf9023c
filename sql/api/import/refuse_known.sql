-- A file that is imported twice must not create its rows twice.
create or replace function api.refuse_known_sapeur(ligne jsonb) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select
      from app.sapeurs s
      left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
     where s.sis_key = request.sis_key()
       -- By the name as written and not by request.plain: under policies only leakproof comparisons use an index.
       and s.nom_prenom = btrim(concat_ws(' ', ligne ->> 'nom', ligne ->> 'prenom', ligne ->> 'suffixe'))
       and p.date_naissance is not distinct from (ligne ->> 'date_naissance')::date
  ) then
    raise sqlstate 'PT409' using message = 'Un sapeur de ce nom et de cette date de naissance existe déjà';
  end if;
end;
$$;
comment on function api.refuse_known_sapeur(jsonb) is
  'Refuses (PT409) a row of an import with the name and date of birth of an existing sapeur. For the operator, not granted.';

create or replace function api.refuse_known_intervention(ligne jsonb) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select
      from app.interventions i
     where i.sis_key = request.sis_key()
       and i.date_debut = (ligne ->> 'date_debut')::date
       and i.heure_debut = (ligne ->> 'heure_debut')::time(0)
       and i.objet = ligne ->> 'objet'
       and i.lieu = coalesce(ligne ->> 'lieu', '')
  ) then
    raise sqlstate 'PT409' using message = 'Une intervention de ce moment, de cet objet et de ce lieu existe déjà';
  end if;
end;
$$;
comment on function api.refuse_known_intervention(jsonb) is
  'Refuses (PT409) a row of an import with the start, object and place of an existing intervention. For the operator, not granted.';

-- Places are the same for every SIS, so existing ones stay.
create or replace function api.import_localites(lignes jsonb) returns integer
  language sql volatile
as $$
  with added as (
    insert into app.localites (npa, nom, canton)
    select n.npa, n.nom, n.canton
      from jsonb_populate_recordset(null::app.localites, lignes) n
    on conflict do nothing
    returning localites.id
  )
  select count(*)::integer from added
$$;
comment on function api.import_localites(jsonb) is
  'Adds missing places [{npa, nom, canton}] and returns their number. For the operator, not granted.';
