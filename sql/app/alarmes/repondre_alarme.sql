-- The one way in which people answer. The age of the alarm counts, not whether somebody has read it.
create or replace function app.repondre_alarme(
  alarme_id bigint, sapeur_id bigint, reponse text, delai integer, remarque text, source text) returns app.reponses_alarmes
  language plpgsql volatile
as $$
declare
  v_date timestamptz := app.date_alarme(alarme_id);
  v_reponse app.reponses_alarmes;
begin
  if v_date is null then
    raise sqlstate 'PT404' using message = 'Alarme inconnue';
  end if;
  if now() > v_date + (select make_interval(mins => s.duree_reponse) from app.sis s where s.sis_key = request.sis_key()) then
    raise sqlstate 'PT409' using message = 'Il est trop tard pour répondre à cette alarme';
  end if;
  -- A link needs no account: anyone who has it could fill the database for two hours.
  if (
    select count(*) >= 50
      from app.reponses_alarmes r
     where r.sis_key = request.sis_key()
       and r.alarme_id = repondre_alarme.alarme_id
       and r.sapeur_id = repondre_alarme.sapeur_id
  ) then
    raise sqlstate 'PT409' using message = 'Il y a déjà cinquante réponses de ce sapeur à cette alarme';
  end if;
  insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, delai, remarque, source)
  values (repondre_alarme.alarme_id, repondre_alarme.sapeur_id, repondre_alarme.reponse, repondre_alarme.delai,
          coalesce(repondre_alarme.remarque, ''), repondre_alarme.source)
  returning * into v_reponse;
  perform app.offer_quittance(v_reponse);
  return v_reponse;
end;
$$;
comment on function app.repondre_alarme(bigint, bigint, text, integer, text, text) is
  'Stores the answer of a sapeur to an alarm. PT404 without such an alarm; PT409 once it is older than the SIS''s duree_reponse, and after 50 answers of theirs; PT422 for an unknown sapeur.';
grant execute on function app.repondre_alarme(bigint, bigint, text, integer, text, text) to caserne_api;
