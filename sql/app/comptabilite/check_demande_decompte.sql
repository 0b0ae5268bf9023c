-- Definer: callers who make décomptes need not see exercices.
create or replace function app.check_demande_decompte(demande jsonb) returns void
  language plpgsql stable security definer set search_path = ''
as $$
begin
  perform app.check_sapeur_ids(app.read_ids(demande -> 'sapeur_ids'));
  if demande ->> 'exercice_id' is not null and not exists (
    select from app.exercices e where e.sis_key = request.sis_key() and e.id = (demande ->> 'exercice_id')::bigint
  ) then
    raise sqlstate 'PT422' using message = 'Cet exercice n’existe pas.', detail = 'exercice_id';
  elsif (demande ->> 'deduction')::boolean and not exists (
    select
      from app.avs_params p
     where p.sis_key = request.sis_key()
       and p.exercice_comptable_id = (demande ->> 'exercice_comptable_id')::bigint
  ) then
    raise sqlstate 'PT409' using message = 'Les paramètres AVS de cet exercice comptable manquent';
  end if;
end;
$$;
comment on function app.check_demande_decompte(jsonb) is
  'Refuses a décompte for a sapeur or exercice that does not exist (PT422), and deductions in a year without AVS parameters (PT409). Definer: to see exercices.';
