create or replace function app.exercice_statut(exercice_id bigint) returns smallint
  language sql stable set search_path = ''
as $$
  select case
           when exists (
             select
               from app.exercice_sapeurs s
              where s.sis_key = request.sis_key()
                and s.exercice_id = exercice_statut.exercice_id
                and s.convoque
                and not (s.present or s.absent or s.remplace or s.excuse_type_id is not null)
           ) then 1
           else 2
         end::smallint
$$;
comment on function app.exercice_statut(bigint) is
  'What the presences of an exercice make of it: 1 à saisir while someone convoked has no result, else 2 saisi.';
