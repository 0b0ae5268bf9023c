create or replace function app.write_convocation(exercice_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_sapeur_id bigint := (ligne ->> 'sapeur_id')::bigint;
  -- A result is given as a whole: where one of the three fields is named, the absent ones are false.
  v_ligne jsonb := case
                     when ligne ?| array['present', 'absent', 'remplace']
                     then '{"present": false, "absent": false, "remplace": false}' || ligne
                     else ligne
                   end;
  -- Convoking and deciding on excuses need permissions of their own; other callers send back the values that they read.
  -- Fines are made by a separate run.
  v_convoque boolean := case when request.can('exercice.modification') then (ligne ->> 'convoque')::boolean end;
  v_excuse_statut smallint := case
                                when request.can('exercice.validation')
                                then nullif((ligne ->> 'excuse_statut')::smallint, -2)
                              end;
begin
  if jsonb_typeof(ligne) = 'null' then
    return;
  end if;
  update app.exercice_sapeurs s
     set (convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification) = (
       select coalesce(v_convoque, s.convoque), coalesce(n.present, false), coalesce(n.absent, false),
              coalesce(n.remplace, false), n.excuse_type_id,
              case when s.excuse_statut = -2 then s.excuse_statut else coalesce(v_excuse_statut, s.excuse_statut) end,
              coalesce(n.remarque, ''), coalesce(n.justification, '')
         from jsonb_populate_record(s, v_ligne) n
     )
   where s.sis_key = request.sis_key()
     and s.exercice_id = write_convocation.exercice_id
     and s.sapeur_id = v_sapeur_id;
  if not found then
    if not exists (select from app.sapeurs p where p.sis_key = request.sis_key() and p.id = v_sapeur_id) then
      raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_id';
    end if;
    insert into app.exercice_sapeurs (
      exercice_id, sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification
    )
    select write_convocation.exercice_id, v_sapeur_id, coalesce(v_convoque, false), coalesce(n.present, false),
           coalesce(n.absent, false), coalesce(n.remplace, false), n.excuse_type_id, coalesce(v_excuse_statut, 0),
           coalesce(n.remarque, ''), coalesce(n.justification, '')
      from jsonb_populate_record(null::app.exercice_sapeurs, v_ligne) n;
  end if;
  if jsonb_typeof(ligne -> 'heures') = 'array' then
    perform app.write_heures(exercice_id, v_sapeur_id, ligne -> 'heures');
  end if;
end;
$$;
comment on function app.write_convocation(bigint, jsonb) is
  'Writes the convocation of one sapeur to an exercice {sapeur_id, convoque, present, absent, remplace, excuse_type_id, excuse_statut, remarque, justification, heures}, adding them to the list if needed. Absent keys leave values as they are, a null row is skipped; PT422 for an unknown sapeur.';
grant execute on function app.write_convocation(bigint, jsonb) to caserne_api;
