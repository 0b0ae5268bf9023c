create or replace function app.write_ligne_rapport(genre text, intervention_id bigint, ligne jsonb, later boolean) returns text
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_sentence text;
begin
  if genre = 'sapeurs' then
    return app.write_presence_rapport(intervention_id, ligne, later);
  elsif genre in ('materiel', 'materiels') then
    return app.write_materiel_rapport(intervention_id, ligne);
  elsif genre = 'vehicules' then
    perform app.write_vehicule(intervention_id, ligne);
    return null;
  elsif genre = 'quittances' then
    return app.write_quittance_rapport(intervention_id, ligne);
  end if;
  if genre in ('missions', 'jalons', 'phases') then
    ligne := app.read_moments_ligne(intervention_id, ligne);
  end if;
  if genre = 'missions'
    and request.read_instant(ligne ->> 'fin', v_fuseau) < request.read_instant(ligne ->> 'debut', v_fuseau)
  then
    v_sentence := format('la fin (%s) précède le début, elle a été mise au début',
                       app.tell_instant(request.read_instant(ligne ->> 'fin', v_fuseau)));
    ligne := ligne || jsonb_build_object('fin', ligne -> 'debut');
  end if;
  if app.has_ligne(genre, intervention_id, ligne) then
    return v_sentence;
  end if;
  case genre
    when 'groupes' then perform app.write_groupe(intervention_id, ligne);
    when 'missions' then perform app.write_mission(intervention_id, ligne);
    when 'jalons' then perform app.write_jalon(intervention_id, ligne);
    when 'appels' then perform app.write_appel(intervention_id, ligne);
    when 'phases' then
      begin
        perform app.write_phase(intervention_id, ligne);
      exception when sqlstate 'PT422' then
        v_sentence := format('la phase du %s n’a pas été ajoutée : %s',
                           app.tell_instant(request.read_instant(ligne ->> 'debut', v_fuseau)), sqlerrm);
      end;
  end case;
  return v_sentence;
end;
$$;
comment on function app.write_ligne_rapport(text, bigint, jsonb, boolean) is
  'Adds a row of a tablet''s report unless the intervention already has it. Returns a warning for the officer, or null; PT422 for unknown ids.';
grant execute on function app.write_ligne_rapport(text, bigint, jsonb, boolean) to caserne_api;
