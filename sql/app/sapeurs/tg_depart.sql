create or replace function app.tg_depart() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  perform auth.renew_depart(d.sis_key, d.sapeur_id)
     from (
       select distinct l ->> 'sis_key', (l ->> tg_argv[0])::bigint from unnest(array[v_before, v_after]) as l where l is not null
     ) as d (sis_key, sapeur_id);
  return null;
end;
$$;
comment on function app.tg_depart() is
  'Recomputes when the account of a sapeur leaves the SIS, after a change of his mutations or type. Argument: the column that holds his id. Definer: accounts are in auth.';
