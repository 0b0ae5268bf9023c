create or replace function app.write_convocation(exercice_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  -- A result is said whole: where one of the three is named, those that are not are false.
  v_ligne jsonb := case
                     when ligne ?| array['present', 'absent', 'remplace']
                     then '{"present": false, "absent": false, "remplace": false}' || ligne
                     else ligne
                   end;
  -- Convoking is left to those who may; others say what they read.
  v_convoque boolean := case when request.can('exercice.modification') then (ligne ->> 'convoque')::boolean end;
begin
  update app.exercice_sapeurs s
     set (convoque, present, absent, remplace, excuse_type_id) = (
       select coalesce(v_convoque, s.convoque), coalesce(n.present, false), coalesce(n.absent, false),
              coalesce(n.remplace, false), n.excuse_type_id
         from jsonb_populate_record(s, v_ligne) n
     )
   where s.sis_key = request.sis_key()
     and s.exercice_id = write_convocation.exercice_id
     and s.sapeur_id = (ligne ->> 'sapeur_id')::bigint;
  if found then
    return;
  end if;
  if not exists (
    select from app.sapeurs p where p.sis_key = request.sis_key() and p.id = (ligne ->> 'sapeur_id')::bigint
  ) then
    raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_id';
  end if;
  -- Who was neither convoked nor there, nor anything else, is not put on the list.
  insert into app.exercice_sapeurs (exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id)
  select write_convocation.exercice_id, n.sapeur_id, coalesce(v_convoque, false), coalesce(n.present, false),
         coalesce(n.absent, false), coalesce(n.remplace, false), n.excuse_type_id
    from jsonb_populate_record(null::app.exercice_sapeurs, v_ligne) n
   where v_convoque or n.present or n.absent or n.remplace or n.excuse_type_id is not null;
end;
$$;
comment on function app.write_convocation(bigint, jsonb) is
  'Writes what is said of one sapeur at an exercice {sapeur_id, convoque, present, absent, remplace, excuse_type_id}; absent keys stay as they are, and who is not on the list is added, if anything is said of him. PT422 when there is no such sapeur.';
grant execute on function app.write_convocation(bigint, jsonb) to caserne_api;
