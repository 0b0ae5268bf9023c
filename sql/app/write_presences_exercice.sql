-- All or nothing: whoever asks does so in one statement. As app.write_lignes, it knows which row of a batch is at fault.
create or replace function app.write_presences_exercice(exercice_id bigint, lignes jsonb) returns smallint
  language plpgsql volatile
as $$
declare
  v_avant app.exercices := app.lock_exercice(exercice_id);
  v_n integer;
  v_ligne jsonb;
  v_etat text;
  v_phrase text;
  v_champ text;
  v_schema text;
  v_table text;
  v_colonne text;
  v_contrainte text;
begin
  for v_n, v_ligne in
    select n - 1, l from jsonb_array_elements(lignes) with ordinality as t (l, n) order by n
  loop
    begin
      perform app.write_convocation(exercice_id, v_ligne);
    exception
      when integrity_constraint_violation or sqlstate 'PT422' then
        get stacked diagnostics
          v_etat = returned_sqlstate, v_phrase = message_text, v_champ = pg_exception_detail, v_schema = schema_name,
          v_table = table_name, v_colonne = column_name, v_contrainte = constraint_name;
        raise exception using
          errcode = v_etat, message = v_phrase, detail = concat_ws('.', 'sapeurs', v_n, nullif(v_champ, '')),
          hint = concat_ws('.', 'sapeurs', v_n), schema = v_schema, table = v_table, column = v_colonne,
          constraint = v_contrainte;
    end;
  end loop;
  return app.renew_exercice_statut(v_avant);
end;
$$;
comment on function app.write_presences_exercice(bigint, jsonb) is
  'Writes convocations or presences of an exercice, all or none: the statut that follows. A refusal names the row: PT422 by its detail, that of a constraint by its hint (sapeurs.0). PT404, PT409.';
grant execute on function app.write_presences_exercice(bigint, jsonb) to caserne_api;
