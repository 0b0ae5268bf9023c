-- Definer: nobody is granted writing the journal.
create or replace function audit.tg_journal() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Columns that follow from other rows, whose own entries tell the change, and the last use of a wall.
  v_derived text[] := array['updated_at', 'secondes', 'dernier_no_vacant', 'parti_at', 'version', 'vu_le'];
  v_left_out text[] := v_derived || coalesce(tg_argv, '{}') || array['sis_key'];
  v_ligne jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := v_ligne - v_left_out;
  elsif tg_op = 'DELETE' then
    v_before := v_ligne - v_left_out;
  else
    v_before := to_jsonb(old) - v_derived;
    v_after := v_ligne - v_derived;
    if v_before = v_after then
      return null;
    end if;
    -- A column that is left out of the journal is only known to have changed.
    v_before := v_before - v_left_out;
    v_after := v_after - v_left_out;
    select coalesce(jsonb_object_agg(a.key, a.value), '{}'), coalesce(jsonb_object_agg(a.key, v_after -> a.key), '{}')
      into v_before, v_after
      from jsonb_each(v_before) a
     where a.value <> v_after -> a.key;
  end if;
  -- Once a transaction. Closing a SIS is written too.
  if tg_table_name <> 'fermetures' and current_setting('auth.ouvert', true) is distinct from v_ligne ->> 'sis_key' then
    perform auth.check_ouvert(v_ligne ->> 'sis_key');
  end if;
  insert into audit.journal (sis_key, ressource, ligne_id, action, avant, apres)
  values (v_ligne ->> 'sis_key', tg_table_name,
          -- A row without an id belongs to one that has an id. The settings of a SIS belong to none, although they name
          -- its commander.
          case
            when tg_table_name <> 'sis'
            then coalesce(v_ligne ->> 'id', v_ligne ->> 'user_id', v_ligne ->> 'invitation_id', v_ligne ->> 'role_id',
                          v_ligne ->> 'localite_id', v_ligne ->> 'sapeur_id', v_ligne ->> 'exercice_comptable_id')
          end::bigint,
          case tg_op when 'INSERT' then 'ajout' when 'UPDATE' then 'modification' else 'suppression' end,
          v_before, v_after);
  return null;
end;
$$;
comment on function audit.tg_journal() is
  'Writes an entry of the journal for each changed row, and refuses (PT503) the change if its SIS is closed. Arguments: columns whose values stay out of the journal. Definer: nobody is granted writing the journal.';
