-- Sequences go on behind the highest id.
do $$
declare
  v_column record;
  v_last bigint;
begin
  for v_column in
    select c.oid::regclass as name, a.attname, pg_get_serial_sequence(c.oid::regclass::text, a.attname) as sequence
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attidentity <> ''
     where c.relnamespace in ('app'::regnamespace, 'audit'::regnamespace, 'auth'::regnamespace)
  loop
    execute format('select max(%I) from %s', v_column.attname, v_column.name) into v_last;
    if v_last is not null then
      perform setval(v_column.sequence, v_last);
    end if;
  end loop;
end;
$$;
drop schema bench cascade;
