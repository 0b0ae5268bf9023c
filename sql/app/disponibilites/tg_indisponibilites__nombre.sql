-- Everyone adds periods for themselves, and each is unfolded for every reader of the SIS.
create or replace function app.tg_indisponibilites__nombre() returns trigger
  language plpgsql volatile
as $$
begin
  if (
    select count(*) >= 200
      from app.indisponibilites i
     where i.sis_key = new.sis_key
       and i.sapeur_id = new.sapeur_id
       and i.dernier_jour >= app.today()
  ) then
    raise sqlstate 'PT409' using message = 'Ce sapeur a déjà 200 absences en cours ou à venir';
  end if;
  return new;
end;
$$;
comment on function app.tg_indisponibilites__nombre() is
  'Refuses (PT409) a period of a sapeur who has 200 that are not over.';
