create or replace function app.convoke_groupe(
  exercice app.exercices, groupe_id bigint, out membres bigint[], out ajoutes bigint[], out hors_service bigint[])
  language plpgsql volatile
as $$
begin
  if not exists (select from app.groupes g where g.sis_key = request.sis_key() and g.id = groupe_id) then
    raise sqlstate 'PT422' using message = 'Ce groupe n’existe pas.', detail = 'groupe_id';
  end if;
  select coalesce(array_agg(m.sapeur_id order by m.sapeur_id) filter (where m.en_service), '{}'),
         coalesce(array_agg(m.sapeur_id order by m.sapeur_id) filter (where not m.en_service), '{}')
    into membres, hors_service
    from app.membres_de_groupe(groupe_id, exercice.date) m;
  with added as (
    insert into app.exercice_sapeurs as s (exercice_id, sapeur_id)
    select exercice.id, m.id from unnest(membres) as m (id)
    on conflict (sis_key, exercice_id, sapeur_id) do update set convoque = true where not s.convoque
    returning s.sapeur_id
  )
  select coalesce(array_agg(a.sapeur_id order by a.sapeur_id), '{}') into ajoutes from added a;
end;
$$;
comment on function app.convoke_groupe(app.exercices, bigint) is
  'Convokes to an exercice, which is locked, the sapeurs of a group and of the groups below it: membres are those in service that day, ajoutes those of them who were not convoked yet, hors_service the others, who are left out. PT422 when there is no such group.';
