-- Writing a row that belongs to a record changes the record, whatever the writer's rights; a superuser has no request
-- at all. When the request lacks the permission to change the record, the function opens a request in the row's SIS
-- that has it. A version rises once a transaction. The plan is generic: a list of ids looks cheaper to the planner when
-- its length is known, and planning each row separately took a millisecond.
create or replace function app.tg_contenu() returns trigger
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_sis_key text := coalesce(new.sis_key, old.sis_key);
  -- An added row has no old, a removed row no new: their ids are null.
  v_ids bigint[] := array[(to_jsonb(old) ->> tg_argv[1])::bigint, (to_jsonb(new) ->> tg_argv[1])::bigint];
  v_permission text := case tg_argv[0]
                         --!each permission of a record with parts
                       end;
  v_other_request boolean := (request.sis_key() = v_sis_key and request.can(v_permission)) is not true;
  v_opened text[];
begin
  if v_other_request then
    v_opened := request.opened();
    perform request.open(null, v_sis_key, array[v_permission], null);
  end if;
  case tg_argv[0]
    --!each record with parts
  end case;
  if v_other_request then
    perform request.reopen(v_opened);
  end if;
  return null;
end;
$$;
comment on function app.tg_contenu() is
  'Raises the version of a record when a row that belongs to it is added, changed or removed. Arguments: the table of the record, the column that names it. Definer: nobody is granted writing a version.';
