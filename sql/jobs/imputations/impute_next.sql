-- One call is one transaction: alarms become interventions meanwhile, and a killed worker leaves nothing half done.
-- What is wrong with one intervention does not stop the others: refusals, and errors of its data (classes 21 to 23, 44,
-- P0). All else does, such as a deadlock or a lost database, and the queue tries again. Plans are generic as those of
-- the data server: planning each intervention took as long as the rest.
create or replace function jobs.impute_next(sis_key text, travail_id bigint, user_id bigint) returns boolean
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_travail app.travaux;
  v_intervention app.interventions;
  v_indemnite_id bigint;
  v_raison text;
begin
  perform request.open(impute_next.user_id, impute_next.sis_key, array['comptabilite.modification'], null);
  select * into v_travail
    from app.travaux t
   where t.sis_key = impute_next.sis_key and t.id = impute_next.travail_id and t.ended_at is null
     for update;
  if not found then
    return false;
  end if;
  v_intervention := jobs.next_imputable(v_travail);
  if v_intervention.id is null then
    update app.travaux t
       set ended_at = clock_timestamp(),
           total = (select count(*) from app.travail_interventions l where l.sis_key = t.sis_key and l.travail_id = t.id)
     where t.sis_key = impute_next.sis_key
       and t.id = v_travail.id;
    return false;
  end if;
  v_indemnite_id :=
    coalesce(v_travail.indemnites ->> v_intervention.type_intervention_id::text, v_travail.indemnites ->> 'defaut')::bigint;
  begin
    if v_indemnite_id is null then
      v_raison := 'Aucune indemnité n’est indiquée pour ce type d’intervention';
    else
      perform from app.impute_intervention(v_intervention.id, v_indemnite_id, v_travail.piquet_indemnite_intervention_id);
    end if;
  exception
    when others then
      if sqlstate like 'PT4__' then
        v_raison := sqlerrm;
      elsif left(sqlstate, 2) in ('21', '22', '23', '44', 'P0') then
        v_raison := format('Imputation impossible (%s)', sqlstate);
      else
        raise;
      end if;
  end;
  insert into app.travail_interventions (travail_id, no, intervention_id, raison)
  values (v_travail.id, v_intervention.no, v_intervention.id, v_raison);
  return true;
end;
$$;
comment on function jobs.impute_next(text, bigint, bigint) is
  'Imputes the next intervention of a year''s imputation, or notes why it cannot be, and returns whether more may follow. Arguments: the SIS, the work, and the account that asked for it. Definer: the worker holds no right on any table.';
grant execute on function jobs.impute_next(text, bigint, bigint) to caserne_worker;
