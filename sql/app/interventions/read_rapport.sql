create or replace function app.read_rapport(inout corps jsonb, out avertissements text[])
  language plpgsql stable
as $$
declare
  v_intervention app.interventions := app.read_intervention(null, corps);
  v_wgs84 text := app.read_wgs84(corps ->> 'wgs84');
begin
  avertissements := '{}';
  if v_intervention.date_fin + v_intervention.heure_fin < v_intervention.date_debut + v_intervention.heure_debut then
    avertissements := avertissements || format(
      'date_fin : la fin (%s) précède le début, elle a été mise au début', to_char(v_intervention.date_fin + v_intervention.heure_fin, 'DD.MM.YYYY HH24:MI'));
    corps := corps || jsonb_build_object('date_fin', corps -> 'date_debut', 'heure_fin', corps -> 'heure_debut');
  end if;
  if v_wgs84 is null and corps ->> 'wgs84' <> '' then
    avertissements := avertissements || format('wgs84 : la position « %s » n’est pas lisible, elle a été laissée vide', corps ->> 'wgs84');
  end if;
  corps := corps || case when corps ? 'wgs84' then jsonb_build_object('wgs84', v_wgs84) else '{}' end;
end;
$$;
comment on function app.read_rapport(jsonb) is
  'The fields of the intervention in a tablet''s report, corrected where possible, with one sentence for each correction.';
grant execute on function app.read_rapport(jsonb) to caserne_api;
