-- For the operator, not granted. Rows of a file go through the operations that clients use, so that the same rules
-- hold. A refused row leaves nothing behind and does not stop the others, so all faults of a file are reported at once.
-- The caller rolls back everything when there were any.
create or replace function api.import_lignes(genre text, lignes jsonb)
  returns table (n integer, code text, message text, detail text, schema text, "table" text, "column" text, "constraint" text)
  -- Plans made for the few rows at the start would scan all rows that the import has added.
  language plpgsql volatile set enable_seqscan = off
as $$
declare
  v_ligne jsonb;
begin
  for n, v_ligne in
    select t.n - 1, t.l from jsonb_array_elements(lignes) with ordinality as t (l, n) order by t.n
  loop
    begin
      case genre
        when 'sapeurs' then
          code := null;
          perform app.add_sapeur(v_ligne);
          for detail in
            select json_array_elements_text(
              request.add_avertissements('{}', v_ligne, 'nom', 'prenom', 'suffixe') -> 'avertissements')
          loop
            message := split_part(detail, ' : ', 2);
            detail := split_part(detail, ' : ', 1);
            return next;
          end loop;
        when 'vehicules' then
          perform api.create_vehicule(v_ligne);
        when 'interventions' then
          perform api.refuse_known_intervention(v_ligne);
          perform api.create_intervention(v_ligne);
      end case;
    exception
      when integrity_constraint_violation or data_exception or sqlstate 'PT409' or sqlstate 'PT422' then
        get stacked diagnostics
          code = returned_sqlstate, message = message_text, detail = pg_exception_detail, schema = schema_name,
          "table" = table_name, "column" = column_name, "constraint" = constraint_name;
        return next;
    end;
  end loop;
end;
$$;
comment on function api.import_lignes(text, jsonb) is
  'Creates the sapeurs, vehicules or interventions of a file as the API does, and returns the refusals, and warnings without a code, each with its row counted from 0.';
