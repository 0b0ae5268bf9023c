-- Clients that show a record send it back whole. So debut and fin count only where they differ from those of the record,
-- and otherwise dates and times do.
create or replace function app.read_moments(intervention app.interventions, body jsonb) returns jsonb
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
  v_ancien_debut timestamptz := app.instant_debut(intervention);
  v_ancienne_fin timestamptz := app.instant_fin(intervention);
  v_debut timestamptz := request.read_instant(body ->> 'debut', v_fuseau);
  v_fin timestamptz := request.read_instant(body ->> 'fin', v_fuseau, v_debut);
  v_new app.interventions := jsonb_populate_record(intervention, body);
begin
  if v_debut is null or v_debut = v_ancien_debut then
    v_debut := case
                 when (v_new.date_debut, v_new.heure_debut) = (intervention.date_debut, intervention.heure_debut) then v_ancien_debut
                 else request.instant_of(v_new.date_debut + v_new.heure_debut, v_fuseau)
               end;
  elsif (v_new.date_debut, v_new.heure_debut) is distinct from (intervention.date_debut, intervention.heure_debut)
    and v_new.date_debut + v_new.heure_debut <> date_trunc('second', v_debut at time zone v_fuseau)
  then
    raise sqlstate 'PT422' using message = 'Ce moment contredit la date et l’heure.', detail = 'debut';
  end if;
  if v_debut is null then
    raise sqlstate 'PT422' using
      message = 'Ce champ est obligatoire.', detail = case when v_new.date_debut is null then 'date_debut' else 'heure_debut' end;
  end if;
  v_debut := date_trunc('second', v_debut);

  if v_fin is null or v_fin = v_ancienne_fin then
    v_new.heure_fin := coalesce(v_new.heure_fin, (v_debut at time zone v_fuseau)::time);
    if v_new.date_fin is null then
      -- An end given by its time alone falls in the night that follows.
      v_new.date_fin := (v_debut at time zone v_fuseau)::date;
      if request.instant_of(v_new.date_fin + v_new.heure_fin, v_fuseau, true) < v_debut then
        v_new.date_fin := v_new.date_fin + 1;
      end if;
    end if;
    v_fin := case
               when (v_new.date_fin, v_new.heure_fin) = (intervention.date_fin, intervention.heure_fin) then v_ancienne_fin
               else request.instant_of(v_new.date_fin + v_new.heure_fin, v_fuseau)
             end;
    if v_fin < v_debut then
      v_fin := request.instant_of(v_new.date_fin + v_new.heure_fin, v_fuseau, true);
    end if;
  elsif (v_new.date_fin, v_new.heure_fin) is distinct from (intervention.date_fin, intervention.heure_fin)
    and v_new.date_fin + v_new.heure_fin <> date_trunc('second', v_fin at time zone v_fuseau)
  then
    raise sqlstate 'PT422' using message = 'Ce moment contredit la date et l’heure.', detail = 'fin';
  end if;
  v_fin := date_trunc('second', v_fin);

  return jsonb_build_object(
    'date_debut', (v_debut at time zone v_fuseau)::date,
    'heure_debut', (v_debut at time zone v_fuseau)::time,
    'debut_repete', request.is_repete(v_debut, v_fuseau),
    'date_fin', (v_fin at time zone v_fuseau)::date,
    'heure_fin', (v_fin at time zone v_fuseau)::time,
    'fin_repete', request.is_repete(v_fin, v_fuseau));
end;
$$;
comment on function app.read_moments(app.interventions, jsonb) is
  'When an intervention begins and ends, by a body: as instants (debut, fin), or as dates and times, of which an end before the start is the second pass of an hour that comes twice. PT422 when both are given and contradict each other, or none is.';
grant execute on function app.read_moments(app.interventions, jsonb) to caserne_api;
