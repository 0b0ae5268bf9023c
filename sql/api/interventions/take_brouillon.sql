-- An intervention made by an alarm ends when it begins: that end is dropped.
create or replace function api.take_brouillon(id bigint, corps jsonb) returns text[]
  language plpgsql volatile
as $$
begin
  begin
    perform api.update_intervention(id, '{"date_fin": null, "heure_fin": null}' || corps);
    return array[]::text[];
  exception when sqlstate 'PT422' then
    -- Only a phase that an officer has added since can refuse the new start. The intervention then keeps its own.
    perform api.update_intervention(id, corps - array['date_debut', 'heure_debut', 'date_fin', 'heure_fin', 'debut', 'fin']);
    return array[format('heure_debut : %s n’a pas remplacé le début. %s', app.moments_ecrits(corps) ->> 'debut', sqlerrm)];
  end;
end;
$$;
comment on function api.take_brouillon(bigint, jsonb) is
  'Writes the fields of a tablet''s report over those of an alarm''s intervention, and returns warnings for the officer. PT409.';
grant execute on function api.take_brouillon(bigint, jsonb) to caserne_api;
