-- A file that is imported twice must not create its rows twice.
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
