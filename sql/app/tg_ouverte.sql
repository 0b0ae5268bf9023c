-- The intervention's row is locked, so that it cannot be charged to accounts meanwhile; where it goes itself, there is none.
create or replace function app.tg_ouverte() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  select i.statut into v_statut
    from app.interventions i
   where i.sis_key = request.sis_key()
     and i.id = case when tg_op = 'DELETE' then old.intervention_id else new.intervention_id end
     for no key update;
  if v_statut = 3 then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_ouverte() is
  'Refuses (PT409) to change what belongs to an intervention that has been charged to accounts. Definer: to lock the intervention.';
