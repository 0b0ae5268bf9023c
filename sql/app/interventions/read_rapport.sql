create or replace function app.read_rapport(inout corps jsonb, out avertissements text[])
  language plpgsql stable
as $$
declare
  v_intervention app.interventions := app.read_intervention(null, corps);
  v_position record := app.read_position(corps ->> 'wgs84');
begin
  avertissements := '{}';
  avertissements := array_remove(avertissements || app.tell_sautees(app.moments_ecrits(corps)), null);
  if app.instant_fin(v_intervention) < app.instant_debut(v_intervention) then
    avertissements := avertissements || format(
      'date_fin : la fin (%s) précède le début, elle a été mise au début', app.tell_instant(app.instant_fin(v_intervention)));
    corps := corps || jsonb_build_object('date_fin', corps -> 'date_debut', 'heure_fin', corps -> 'heure_debut', 'fin', corps -> 'debut');
  end if;
  if v_position.remarque is not null and not v_position.inversee then
    avertissements := avertissements || ('wgs84 : ' || v_position.remarque);
  elsif v_position.wgs84 is null and corps ->> 'wgs84' <> '' then
    avertissements := avertissements || format('wgs84 : la position « %s » n’est pas lisible, elle a été laissée vide', corps ->> 'wgs84');
  end if;
  corps := corps || case when corps ? 'wgs84' then jsonb_build_object('wgs84', v_position.wgs84) else '{}' end;
end;
$$;
comment on function app.read_rapport(jsonb) is
  'The fields of the intervention in a tablet''s report, corrected where possible, with one sentence for each correction.';
grant execute on function app.read_rapport(jsonb) to caserne_api;
