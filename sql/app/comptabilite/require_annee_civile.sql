-- Tax and compensation offices count by calendar years.
create or replace function app.require_annee_civile(exercice_comptable_id bigint) returns app.exercices_comptables
  language plpgsql stable
as $$
declare
  v_exercice app.exercices_comptables;
begin
  select * into v_exercice
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     and e.id = require_annee_civile.exercice_comptable_id;
  if extract(doy from v_exercice.debut) <> 1 or v_exercice.fin <> (v_exercice.debut + interval '1 year - 1 day')::date then
    raise sqlstate 'PT409' using
      message = format('L’exercice comptable %s n’est pas une année civile : ce document se fait par année civile', v_exercice.designation);
  end if;
  return v_exercice;
end;
$$;
comment on function app.require_annee_civile(bigint) is
  'An accounting year, null where there is none to see; refuses (PT409) one that is not a calendar year.';
grant execute on function app.require_annee_civile(bigint) to caserne_api;
