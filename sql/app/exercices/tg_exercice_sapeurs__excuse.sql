-- Only the owner makes fines, in a run of their own. The rank of a fine is in this row, so it stays while the fine does.
create or replace function app.tg_exercice_sapeurs__excuse() returns trigger
  language plpgsql volatile
as $$
begin
  if tg_op = 'DELETE' then
    if old.excuse_statut = -2 then
      raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
    end if;
    return old;
  end if;
  if new.excuse_type_id is null then
    new.date_demande := null;
  end if;
  if current_user = 'caserne_owner' or new.excuse_statut = coalesce(old.excuse_statut, 0::smallint) then
    return new;
  elsif not request.can('exercice.validation') then
    raise sqlstate 'PT403' using message = 'Permission requise : exercice.validation';
  elsif -2 in (old.excuse_statut, new.excuse_statut) then
    raise sqlstate 'PT409' using message = 'Les amendes se calculent à part';
  end if;
  new.date_validation := case when new.excuse_statut <> 0 then app.today() end;
  return new;
end;
$$;
comment on function app.tg_exercice_sapeurs__excuse() is
  'Sets the date on which an excuse was decided, and forgets the date of a request that is gone. Refuses decisions by callers who may only write presences (PT403), fines by anyone, and to remove someone who is fined (PT409).';
drop trigger if exists _110_excuse on app.exercice_sapeurs;
create trigger _110_excuse before insert or delete or update of excuse_statut, excuse_type_id on app.exercice_sapeurs
  for each row execute function app.tg_exercice_sapeurs__excuse();
