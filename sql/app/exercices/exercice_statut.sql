create or replace function app.exercice_statut(exercice_id bigint) returns smallint
  language sql stable set search_path = ''
as $$
  select case
           when coalesce(bool_and(
             not s.convoque or s.present or s.absent or s.remplace or s.excuse_type_id is not null
           ), false) then app.exercice_saisi()
           else app.exercice_a_saisir()
         end
    from app.exercice_sapeurs s
   where s.sis_key = request.sis_key()
     and s.exercice_id = exercice_statut.exercice_id
$$;
comment on function app.exercice_statut(bigint) is
  'The statut that follows from the presences of an exercice: 1 à saisir while the list is empty or a convoked sapeur has no result, else 2 saisi. Results are present, absent, replaced and excused.';
