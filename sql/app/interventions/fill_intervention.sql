create or replace function app.fill_intervention(intervention_id bigint, corps jsonb, rapport text) returns text[]
  language plpgsql volatile
as $$
declare
  v_genre text;
  v_avertissements text[] := array[]::text[];
begin
  foreach v_genre in array
    array['sapeurs', 'vehicules', 'materiel', 'materiels', 'groupes', 'missions', 'jalons', 'appels', 'phases', 'quittances']
  loop
    v_avertissements := v_avertissements || app.write_lignes(v_genre, intervention_id, nullif(corps -> v_genre, 'null'), rapport);
  end loop;
  return v_avertissements;
end;
$$;
comment on function app.fill_intervention(bigint, jsonb, text) is
  'Adds the rows of a tablet''s report that an intervention lacks; rapport says whether it is the premier or a suivant. Returns warnings for the officer. PT409, PT422.';
grant execute on function app.fill_intervention(bigint, jsonb, text) to caserne_api;
