-- Row triggers mark exactly the rows that were written, by whatever statement, cascade or COPY.
create or replace function audit.tg_changement() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  if tg_level = 'STATEMENT' or tg_argv[1] = '*' then
    -- Truncated, or shared by all SIS.
    perform audit.mark('*', tg_argv[0]);
    return null;
  end if;
  if tg_op <> 'INSERT' then
    perform audit.mark(old.sis_key, tg_argv[0]);
  end if;
  if tg_op = 'INSERT' or tg_op = 'UPDATE' and new.sis_key <> old.sis_key then
    perform audit.mark(new.sis_key, tg_argv[0]);
  end if;
  return null;
end;
$$;
comment on function audit.tg_changement() is
  'Marks the group of resources of a row or table as changed. Arguments: the group, and * where all SIS share the table. Definer: nobody is granted writing marks.';
