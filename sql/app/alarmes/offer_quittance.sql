-- An intervention that is made later takes quittances from the answers (jobs.create_intervention_from_alarme).
-- Definer: a sapeur may not write interventions.
create or replace function app.offer_quittance(reponse app.reponses_alarmes) returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened constant text[] := request.opened();
  v_intervention_id bigint;
begin
  perform request.open(request.user_id(), request.sis_key(), array['intervention.lecture', 'intervention.modification'], null);
  select i.id into v_intervention_id
    from app.alarmes a
    join app.interventions i on i.sis_key = a.sis_key and i.id = a.intervention_id
   where a.sis_key = reponse.sis_key
     and a.id = reponse.alarme_id
     and i.statut < app.intervention_validee();
  if reponse.reponse = 'vient' then
    insert into app.intervention_quittances (intervention_id, sapeur_id)
    select v_intervention_id, reponse.sapeur_id
     where v_intervention_id is not null
    on conflict do nothing;
  else
    -- Only if they had said that they come: an officer may have entered them.
    delete from app.intervention_quittances q
     where q.sis_key = reponse.sis_key
       and q.intervention_id = v_intervention_id
       and q.sapeur_id = reponse.sapeur_id
       and 'vient' = (
         select r.reponse
           from app.reponses_alarmes r
          where r.sis_key = reponse.sis_key
            and r.alarme_id = reponse.alarme_id
            and r.sapeur_id = reponse.sapeur_id
            and r.id < reponse.id
          order by r.id desc
          limit 1
       );
  end if;
  perform request.reopen(v_opened);
end;
$$;
comment on function app.offer_quittance(app.reponses_alarmes) is
  'Adds a quittance to the intervention of an alarm for a sapeur who comes, and removes it when they say otherwise; not once it is validated. Definer: a sapeur may not write interventions.';
grant execute on function app.offer_quittance(app.reponses_alarmes) to caserne_api;
