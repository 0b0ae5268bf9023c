-- The hours of a sapeur are given as a whole. A tablet may send ids that another tablet has replaced meanwhile; those
-- rows are added again.
create or replace function app.write_heures(exercice_id bigint, sapeur_id bigint, heures jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_n integer;
  v_heure jsonb;
begin
  delete from app.exercice_heures h
   where h.sis_key = request.sis_key()
     and h.exercice_id = write_heures.exercice_id
     and h.sapeur_id = write_heures.sapeur_id
     and h.id <> all (array(select (l ->> 'id')::bigint from jsonb_array_elements(heures) as l where l ->> 'id' is not null));
  for v_n, v_heure in
    select n - 1, l from jsonb_array_elements(heures) with ordinality as t (l, n) where jsonb_typeof(l) <> 'null' order by n
  loop
    if not exists (
      select
        from app.heure_exercice_types t
       where t.sis_key = request.sis_key()
         and t.id = (v_heure ->> 'heure_exercice_type_id')::bigint
    ) then
      raise sqlstate 'PT422' using
        message = 'Ce type d’heures n’existe pas.', detail = format('heures.%s.heure_exercice_type_id', v_n);
    end if;
    update app.exercice_heures h
       set (heure_exercice_type_id, quantite) = (
         select n.heure_exercice_type_id, n.quantite from jsonb_populate_record(h, v_heure) n
       )
     where h.sis_key = request.sis_key()
       and h.exercice_id = write_heures.exercice_id
       and h.sapeur_id = write_heures.sapeur_id
       and h.id = (v_heure ->> 'id')::bigint;
    if not found then
      insert into app.exercice_heures (exercice_id, sapeur_id, heure_exercice_type_id, quantite)
      select write_heures.exercice_id, write_heures.sapeur_id, n.heure_exercice_type_id, n.quantite
        from jsonb_populate_record(null::app.exercice_heures, v_heure) n;
    end if;
  end loop;
end;
$$;
comment on function app.write_heures(bigint, bigint, jsonb) is
  'Replaces the additional hours of a sapeur at an exercice by [{id, heure_exercice_type_id, quantite}]; null elements are skipped. PT422 names the row.';
grant execute on function app.write_heures(bigint, bigint, jsonb) to caserne_api;
