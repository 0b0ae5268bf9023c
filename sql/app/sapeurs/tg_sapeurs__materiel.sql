-- Equipment that was returned is removed with the sapeur. Volatile, to see equipment that was lent while the removal
-- waited for its lock.
create or replace function app.tg_sapeurs__materiel() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select
      from app.materiel_personnel m
     where m.sis_key = old.sis_key
       and m.sapeur_id = old.id
       and (m.retour is null or m.retour > app.today())
  ) then
    raise sqlstate 'PT409' using message = 'Ce sapeur a encore du matériel en prêt';
  end if;
  return old;
end;
$$;
comment on function app.tg_sapeurs__materiel() is 'Refuses (PT409) to remove a sapeur who holds equipment.';
drop trigger if exists _100_materiel on app.sapeurs;
create trigger _100_materiel before delete on app.sapeurs
  for each row execute function app.tg_sapeurs__materiel();
