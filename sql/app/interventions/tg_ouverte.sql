-- The intervention is locked, so that it cannot become imputée meanwhile; when the intervention itself is removed,
-- there is no row to lock. When the owner moves a row to another intervention, both are locked in the order of their
-- ids.
create or replace function app.tg_ouverte() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  -- An added row has no old, a removed row no new: their ids are null.
  select max(i.statut) into v_statut
    from (
      select i.statut
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.id in (old.intervention_id, new.intervention_id)
       order by i.id
         for no key update
    ) i;
  if v_statut = app.intervention_imputee() then
    -- A closed year is the reason that the caller cannot undo.
    perform app.refuse_bouclement(i.exercice_comptable_id)
       from app.interventions i
      where i.sis_key = request.sis_key()
        and i.id in (old.intervention_id, new.intervention_id);
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_ouverte() is
  'Refuses (PT409) to change rows that belong to an imputée intervention. Definer: to lock the intervention.';
