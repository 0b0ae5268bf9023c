-- Definer: only a report may add a presence that breaks the rules (toleree).
create or replace function app.write_presence_rapport(intervention_id bigint, ligne jsonb, later boolean) returns text
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_fuseau text := app.fuseau();
  v_intervention app.interventions := app.require_intervention(intervention_id);
  v_sapeur app.sapeurs;
  v_nom text := coalesce(nullif(ligne ->> 'sapeur', ''), nullif(ligne ->> 'nom_prenom', ''), concat_ws(' ', ligne ->> 'nom', ligne ->> 'prenom'));
  v_debut timestamptz := coalesce(
    request.read_instant(ligne ->> 'debut', v_fuseau, app.instant_debut(v_intervention)),
    -- A presence without a start begins with the quarter of an hour in which the intervention began.
    date_bin('15 minutes', app.instant_debut(v_intervention), timestamptz '2000-01-01 00:00Z'));
  v_fin timestamptz := request.read_instant(ligne ->> 'fin', v_fuseau, v_debut);
  v_other record;
  v_sentences text[] := array[]::text[];
begin
  perform request.require('intervention.modification');
  if ligne ->> 'sapeur_id' is null and v_nom <> '' then
    return format('« %s » n’est pas un sapeur connu, sa présence (%s) est à saisir', v_nom, app.tell_periode(v_debut, v_fin));
  end if;
  select * into v_sapeur
    from app.sapeurs s
   where s.sis_key = request.sis_key()
     and s.id = (ligne ->> 'sapeur_id')::bigint;
  if not found then
    raise sqlstate 'PT422' using detail = 'sapeur_id',
      message = case when ligne ->> 'sapeur_id' is null then 'Ce champ est obligatoire.' else 'Ce sapeur n’existe pas.' end;
  end if;
  if v_fin <= v_debut then
    v_sentences := v_sentences || format('la fin (%s) ne suit pas le début, elle a été mise au début', app.tell_instant(v_fin));
    v_fin := v_debut;
  end if;
  for v_other in
    select p.*, i.numero
      from app.intervention_sapeurs p
      join app.interventions i on i.sis_key = p.sis_key and i.id = p.intervention_id
     where p.sis_key = request.sis_key()
       and p.sapeur_id = v_sapeur.id
       and (p.debut < v_fin and v_debut < p.fin or (p.debut, p.fin) = (v_debut, v_fin))
     -- Presences that decide the outcome come first. Four are enough: nobody reads a sentence about hundreds.
     order by p.intervention_id = v_intervention.id desc, (p.debut, p.fin) = (v_debut, v_fin) desc, p.debut
     limit 4
  loop
    if cardinality(v_sentences) > 2 then
      v_sentences := v_sentences || 'et d’autres fois encore'::text;
    elsif v_other.intervention_id <> v_intervention.id then
      v_sentences := v_sentences || format('aussi présent à l’intervention %s (%s)', v_other.numero, app.tell_periode(v_other.debut, v_other.fin));
    elsif (v_other.debut, v_other.fin) = (v_debut, v_fin) then
      return case when v_other.piquet is distinct from coalesce((ligne ->> 'piquet')::boolean, false)
                  then format('%s y est déjà, piquet compris autrement', v_sapeur.nom_prenom) end;
    elsif later then
      return format('%s y est déjà (%s), %s n’a pas été ajouté', v_sapeur.nom_prenom, app.tell_periode(v_other.debut, v_other.fin), app.tell_periode(v_debut, v_fin));
    else
      v_sentences := v_sentences || format('présent deux fois à cette intervention (%s)', app.tell_periode(v_other.debut, v_other.fin));
    end if;
  end loop;
  if not tstzrange(v_debut, v_fin, '[]') <@ app.periode_presences(v_intervention) then
    v_sentences := v_sentences || format('à plus d’un jour de l’intervention (%s)', app.tell_periode(v_debut, v_fin));
  end if;
  insert into app.intervention_sapeurs (intervention_id, sapeur_id, debut, fin, piquet, toleree)
  values (v_intervention.id, v_sapeur.id, v_debut, v_fin, coalesce((ligne ->> 'piquet')::boolean, false), v_sentences <> '{}');
  return v_sapeur.nom_prenom || ' : ' || nullif(array_to_string(v_sentences, ', '), '');
end;
$$;
comment on function app.write_presence_rapport(bigint, jsonb, boolean) is
  'Adds a presence of a tablet''s report, tolerating any time, and returns a warning for the officer, or null; a suivant report adds nobody that the first one had then. PT403, PT422. Definer: clients may not add tolerated presences.';
grant execute on function app.write_presence_rapport(bigint, jsonb, boolean) to caserne_api;
