-- The intervention's row is locked, so that it cannot be charged to accounts meanwhile; where it goes itself, there is none. Where the
-- owner takes a row from one and gives it to another, both are, in the order of their ids.
create or replace function app.tg_ouverte() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_statut smallint;
begin
  -- Of an added row there is no old, of a removed one no new: their ids are null.
  select max(i.statut) into v_statut
    from (
      select i.statut
        from app.interventions i
       where i.sis_key = request.sis_key()
         and i.id in (old.intervention_id, new.intervention_id)
       order by i.id
         for no key update
    ) i;
  if v_statut = 3 then
    raise sqlstate 'PT409' using message = 'L’intervention est imputée : elle ne peut plus être modifiée';
  end if;
  return case when tg_op = 'DELETE' then old else new end;
end;
$$;
comment on function app.tg_ouverte() is
  'Refuses (PT409) to change what belongs to an intervention that has been charged to accounts. Definer: to lock the intervention.';
