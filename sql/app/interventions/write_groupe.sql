create or replace function app.write_groupe(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
begin
  if ligne ? 'id' then
    update app.intervention_groupes g
       set (no, designation) = (select n.no, n.designation from jsonb_populate_record(g, ligne) n)
     where g.sis_key = request.sis_key()
       and g.intervention_id = write_groupe.intervention_id
       and g.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Ce groupe n’est pas lié à l’intervention.', detail = 'id';
    end if;
  else
    insert into app.intervention_groupes (intervention_id, no, designation)
    select write_groupe.intervention_id, coalesce(n.no, ''), coalesce(n.designation, '')
      from jsonb_populate_record(null::app.intervention_groupes, ligne) n;
  end if;
end;
$$;
comment on function app.write_groupe(bigint, jsonb) is
  'Adds an alerted group {no, designation}, or changes the one with the given id. PT422 for an unknown id.';
grant execute on function app.write_groupe(bigint, jsonb) to caserne_api;
