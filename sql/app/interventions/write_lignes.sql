-- A batch is written all or nothing, because each request is one statement. Only this function knows which row of a
-- batch is at fault.
create or replace function app.write_lignes(genre text, parent_id bigint, lignes jsonb, rapport text default null) returns text[]
  language plpgsql volatile
as $$
declare
  -- Clients call the convocations of an exercice its sapeurs.
  v_list text := case genre when 'convocations' then 'sapeurs' else genre end;
  v_n integer;
  v_ligne jsonb;
  v_etat text;
  v_sentence text;
  v_field text;
  v_schema text;
  v_table text;
  v_column text;
  v_constraint text;
  v_avertissement text;
  v_avertissements text[] := array[]::text[];
begin
  -- Presences of one sapeur never overlap, even at different interventions. Two batches for different interventions
  -- with the same people in different orders would wait for each other, so a SIS writes one batch of presences at a
  -- time.
  if genre = 'sapeurs' and jsonb_array_length(lignes) > 0 then
    perform request.lock('app.intervention_sapeurs ' || request.sis_key());
  end if;
  for v_n, v_ligne in
    select n - 1, l from jsonb_array_elements(lignes) with ordinality as t (l, n) order by n
  loop
    begin
      if rapport is not null then
        v_avertissement := case
                             when v_ligne = 'null' then 'élément vide, passé'
                             else nullif(concat_ws(
                               ', ', case when jsonb_typeof(v_ligne) = 'object' then app.tell_sautees(v_ligne) end, app.write_ligne_rapport(genre, parent_id, v_ligne, rapport = 'suivant')), '')
                           end;
        v_avertissements := v_avertissements || (v_list || '.' || v_n || ' : ' || v_avertissement);
        continue;
      end if;
      case genre
        when 'sapeurs' then perform app.write_presence(parent_id, v_ligne);
        when 'vehicules' then perform app.write_vehicule(parent_id, v_ligne);
        when 'materiel', 'materiels' then perform app.write_materiel(parent_id, v_ligne);
        when 'groupes' then perform app.write_groupe(parent_id, v_ligne);
        when 'missions' then perform app.write_mission(parent_id, v_ligne);
        when 'jalons' then perform app.write_jalon(parent_id, v_ligne);
        when 'appels' then perform app.write_appel(parent_id, v_ligne);
        when 'phases' then perform app.write_phase(parent_id, v_ligne);
        when 'quittances' then perform app.write_quittance(parent_id, v_ligne);
        when 'convocations' then perform app.write_convocation(parent_id, v_ligne);
        when 'heures' then perform app.write_heure(parent_id, v_ligne);
      end case;
    exception
      when integrity_constraint_violation or sqlstate 'PT422' then
        get stacked diagnostics
          v_etat = returned_sqlstate, v_sentence = message_text, v_field = pg_exception_detail, v_schema = schema_name,
          v_table = table_name, v_column = column_name, v_constraint = constraint_name;
        raise exception using
          errcode = v_etat, message = v_sentence, detail = concat_ws('.', v_list, v_n, nullif(v_field, '')),
          hint = concat_ws('.', v_list, v_n), schema = v_schema, table = v_table, column = v_column,
          constraint = v_constraint;
    end;
  end loop;
  return array_remove(v_avertissements, null);
end;
$$;
comment on function app.write_lignes(text, bigint, jsonb, text) is
  'Writes a batch of rows of an intervention, or convocations or hours of an exercice: a row with an id is changed, others are added, and a refusal names its row (PT422 in its detail, a constraint in its hint: sapeurs.0). With rapport (''premier'' or ''suivant'') it adds rows of a tablet''s report and returns warnings for the officer.';
grant execute on function app.write_lignes(text, bigint, jsonb, text) to caserne_api;
