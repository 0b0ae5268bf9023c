-- A statement trigger, because a décompte frees thousands of entries at once. Callers who may write entries may read
-- décomptes, so the policies hide none here. api.delete_decompte removes the décompte first.
create or replace function app.tg_ecritures__decompte() returns trigger
  language plpgsql volatile
as $$
begin
  if exists (
    select
      from lignes l
      join app.decomptes d on d.sis_key = l.sis_key and d.id = l.decompte_id
  ) then
    raise sqlstate 'PT409' using message = 'Cette écriture est dans un décompte : elle ne peut plus être modifiée';
  end if;
  return null;
end;
$$;
comment on function app.tg_ecritures__decompte() is
  'Refuses (PT409) a statement that changes or removes entries of a décompte, unless the décompte itself was removed.';
drop trigger if exists _230_decompte on app.ecritures;
create trigger _230_decompte after update on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_ecritures__decompte();
drop trigger if exists _240_decompte on app.ecritures;
create trigger _240_decompte after delete on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_ecritures__decompte();
