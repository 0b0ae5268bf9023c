-- Calendar programs that know of an exercice must learn that it is off, also when its row has gone. The journal
-- knows what was removed. 90 days: a telephone asks every day.
-- Definer: a sapeur may not read the journal, nor exercices.
create or replace function app.exercices_retires(sapeur_id bigint) returns setof jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened constant text[] := request.opened();
  v_fuseau constant text := app.fuseau();
  v_fenetre constant record := app.fenetre_calendrier();
begin
  if (exercices_retires.sapeur_id = request.sapeur_id()) is not true
     and request.sis_with('exercice.lecture', 'exercice.modification', 'exercice.validation', 'comptabilite.lecture') is null then
    return;
  end if;
  perform request.open(null, request.sis_key(), array['exercice.lecture', 'sis.config'], null);
  return query
    with retires as (
      select r.exercice_id, max(r.recorded_at) as retire_at
        from (
          select case j.ressource when 'exercices' then j.ligne_id else (j.avant ->> 'exercice_id')::bigint end as exercice_id,
                 j.recorded_at
            from audit.journal j
           where j.sis_key = request.sis_key()
             and j.ressource = case when exercices_retires.sapeur_id is null then 'exercices' else 'exercice_sapeurs' end
             and j.action = 'suppression'
             and j.recorded_at > now() - interval '90 days'
             and (exercices_retires.sapeur_id is null or (j.avant ->> 'sapeur_id')::bigint = exercices_retires.sapeur_id)
        ) r
       group by r.exercice_id
    )
    select app.evenement_exercice(x.exercice, l.nom, c.designation, v_fuseau, r.retire_at) || jsonb_build_object('annule', true)
      from retires r
     cross join lateral (
       -- They were taken off its list.
       select e as exercice
         from app.exercices e
        where e.sis_key = request.sis_key()
          and e.id = r.exercice_id
          and not exists (
            select
              from app.exercice_sapeurs s
             where s.sis_key = e.sis_key and s.exercice_id = e.id and s.sapeur_id = exercices_retires.sapeur_id
          )
       union all
       -- It was removed.
       select jsonb_populate_record(null::app.exercices, d.avant || jsonb_build_object('sis_key', d.sis_key))
         from audit.journal d
        where d.sis_key = request.sis_key()
          and d.ressource = 'exercices'
          and d.ligne_id = r.exercice_id
          and d.action = 'suppression'
     ) x
      left join app.localites l on l.id = (x.exercice).localite_id
      left join app.exercice_categories c on c.sis_key = request.sis_key() and c.id = (x.exercice).exercice_categorie_id
     where (x.exercice).date between v_fenetre.du and v_fenetre.au;
  perform request.reopen(v_opened);
end;
$$;
comment on function app.exercices_retires(bigint) is
  'Events of exercices that were removed in the last 90 days, or from whose list the sapeur was taken (null: whose row was removed), as called off. Only for the caller and for readers of exercices. Definer: a sapeur may not read the journal, nor exercices.';
grant execute on function app.exercices_retires(bigint) to caserne_api;
