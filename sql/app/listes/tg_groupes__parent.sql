-- A SIS moves one group at a time: two concurrent moves that together close a circle would not see each other.
create or replace function app.tg_groupes__parent() returns trigger
  language plpgsql volatile
as $$
begin
  perform request.lock('app.groupes ' || new.sis_key);
  if exists (
    with recursive parents (id) as (
      select new.parent_id
      union
      select g.parent_id from parents p join app.groupes g on g.sis_key = new.sis_key and g.id = p.id
    )
    select from parents p where p.id = new.id
  ) then
    raise sqlstate 'PT422' using message = 'Un groupe ne peut dépendre de lui-même.', detail = 'parent_id';
  end if;
  return new;
end;
$$;
comment on function app.tg_groupes__parent() is 'Refuses (PT422) to move a group below itself.';
drop trigger if exists _100_parent on app.groupes;
create trigger _100_parent before update on app.groupes
  for each row when (new.parent_id is distinct from old.parent_id)
  execute function app.tg_groupes__parent();
