-- Definer: accounts are in auth.
create or replace function app.tg_annuaire() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) end;
  v_after jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) end;
begin
  if tg_op = 'DELETE' and tg_table_name = 'sapeurs' then
    delete from auth.sapeurs a where a.sis_key = v_before ->> 'sis_key' and a.id = (v_before ->> 'id')::bigint;
    return null;
  end if;
  perform app.publish_sapeur(d.sis_key, d.sapeur_id)
     from (
       select distinct l ->> 'sis_key', (l ->> tg_argv[0])::bigint from unnest(array[v_before, v_after]) as l where l is not null
     ) as d (sis_key, sapeur_id);
  return null;
end;
$$;
comment on function app.tg_annuaire() is
  'Tells accounts (auth.sapeurs) of a change of a sapeur, their e-mail or their mutations. Argument: the column that holds their id. Definer: accounts are in auth.';
