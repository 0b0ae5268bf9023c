create or replace function app.read_indisponibilite(ancienne app.indisponibilites, body jsonb) returns app.indisponibilites
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
begin
  ancienne.debut := coalesce(request.read_instant(body ->> 'debut', v_fuseau), ancienne.debut, now());
  if (body -> 'heures') is not null and (body -> 'fin') is not null then
    raise sqlstate 'PT422' using message = 'Indiquez la fin ou le nombre d’heures, pas les deux.', detail = 'heures';
  end if;
  ancienne.fin := coalesce(
    request.read_instant(body ->> 'fin', v_fuseau, ancienne.debut),
    ancienne.debut + make_interval(hours => (body ->> 'heures')::integer),
    ancienne.fin);
  if ancienne.fin is null then
    raise sqlstate 'PT422' using message = 'Ce champ est obligatoire.', detail = 'fin';
  end if;
  ancienne.motif := coalesce(body ->> 'motif', ancienne.motif, 'indisponible');
  ancienne.recurrence := case when body ? 'recurrence' then body ->> 'recurrence' else ancienne.recurrence end;
  return ancienne;
end;
$$;
comment on function app.read_indisponibilite(app.indisponibilites, jsonb) is
  'A period with what the body says of it {debut, fin or heures, motif, recurrence}; without debut a new one begins now. PT422 without an end.';
grant execute on function app.read_indisponibilite(app.indisponibilites, jsonb) to caserne_api;
