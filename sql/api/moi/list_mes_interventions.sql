-- Definer: sapeurs may not read interventions at which they were present. The function shows the caller's presences,
-- and of the interventions the fields in as_json. It begins with his presences, which are few: "offset 0" keeps the
-- planner from beginning with all interventions of the year. Whole interventions are read for the page only.
create or replace function api.list_mes_interventions(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_fuseau text := app.fuseau();
  v_date date;
  v_heure time;
  v_id bigint;
begin
  if not exists (
    select
      from app.exercices_comptables x
     where x.sis_key = request.sis_key()
       and x.id = list_mes_interventions.exercice_comptable_id
  ) then
    return null;
  end if;
  v_date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_heure := apres ->> 1;
  v_id := apres ->> 2;
  return (
    select coalesce(
             json_agg(api.as_json(p.presence, i, v_fuseau) order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]'
           )
      from (
        select s as presence, s.id, s.intervention_id, k.date_debut, k.heure_debut
          from app.intervention_sapeurs s
         cross join lateral (
           select j.date_debut, j.heure_debut, j.exercice_comptable_id
             from app.interventions j
            where j.sis_key = s.sis_key
              and j.id = s.intervention_id
           offset 0
         ) k
         where s.sis_key = request.sis_key()
           and s.sapeur_id = request.sapeur_id()
           and k.exercice_comptable_id = list_mes_interventions.exercice_comptable_id
           and (k.date_debut, k.heure_debut, s.id) < (v_date, v_heure, v_id)
         order by k.date_debut desc, k.heure_debut desc, s.id desc
         limit limite
      ) p
      join app.interventions i on i.sis_key = request.sis_key() and i.id = p.intervention_id
  );
end;
$$;
comment on function api.list_mes_interventions(bigint, json, integer) is
  'Presences of the calling sapeur at interventions of an accounting year, newest first; a page after [date_debut, heure_debut, id]. Null when the year does not exist. Definer: he may read neither other interventions nor more of these.';
grant execute on function api.list_mes_interventions(bigint, json, integer) to caserne_api;
