create or replace function app.require_exercice_ouvert(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql stable
as $$
declare
  v_exercice app.exercices_comptables;
begin
  if not request.can('comptabilite.modification') then
    raise sqlstate 'PT403' using message = 'Permission requise : comptabilite.modification';
  end if;
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = require_exercice_ouvert.exercice_comptable_id;
  if not found then
    raise sqlstate 'PT422' using message = 'Cet exercice comptable n’existe pas.', detail = 'exercice_comptable_id';
  elsif v_exercice.boucle then
    raise sqlstate 'PT409' using message = 'Exercice comptable bouclé';
  end if;
  return v_exercice;
end;
$$;
comment on function app.require_exercice_ouvert(bigint) is
  'The accounting year of a décompte that someone may make. PT403, PT409 when it is closed, PT422 when there is none.';
grant execute on function app.require_exercice_ouvert(bigint) to caserne_api;
