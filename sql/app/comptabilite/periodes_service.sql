-- greatest and least pass over nulls: a civilian has no mutation, and serves all year. Example: who was incorporated on 15
-- March serves from then until 31 December.
-- Definer: documents of pay say how long someone served, which accounting may not read otherwise.
create or replace function app.periodes_service(exercice app.exercices_comptables, sapeur_ids bigint[])
  returns table (sapeur_id bigint, debut date, fin date)
  language sql stable security definer set search_path = ''
as $$
  select u.id, greatest(m.debut, exercice.debut), least(m.fin, exercice.fin)
    from unnest(sapeur_ids) as u (id)
   cross join lateral (
     select min(t.incorporation) as debut, max(coalesce(t.sortie, 'infinity')) as fin
       from app.mutations t
      where t.sis_key = request.sis_key()
        and t.sapeur_id = u.id
        and t.incorporation <= exercice.fin
        and coalesce(t.sortie, 'infinity') >= exercice.debut
   ) m
$$;
comment on function app.periodes_service(app.exercices_comptables, bigint[]) is
  'From which day to which day sapeurs served within an accounting year; all of it where they have no mutation in it. Definer: accounting may not read mutations otherwise.';
grant execute on function app.periodes_service(app.exercices_comptables, bigint[]) to caserne_api;
