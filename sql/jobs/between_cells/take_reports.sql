-- Each part in a transaction of its own within this one: a report that cannot become an alarm must not cost the others
-- theirs. What fails or is closed is tried again every minute, for a week.
create or replace function jobs.take_reports() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_part record;
  v_message app.messages;
  v_alarme_id bigint;
  v_made integer := 0;
  v_echecs jsonb := jsonb '[]';
begin
  for v_part in
    select r.*, h.sis_key
      from jobs.reports r
      join request.homes h on h.sis_key = any (r.sis_keys)
     where not exists (select from jobs.report_parts p where (p.sis_key, p.nom) = (h.sis_key, r.nom) and p.done_at is not null)
       and not exists (select from auth.fermetures f where f.sis_key = h.sis_key and f.ferme_at is not null)
     order by r.message_id, h.sis_key
  loop
    begin
      -- Only one of two workers makes the alarm.
      insert into jobs.report_parts as p (sis_key, nom) values (v_part.sis_key, v_part.nom)
          on conflict (sis_key, nom) do update set done_at = excluded.done_at, echec_at = null where p.done_at is null;
      continue when not found;
      v_message := null;
      -- The ledger of the instance is in another cell (app.tg_alarmes__repliques).
      v_message.sis_key := '*' || case when request.keeps_users() then '' else (select c.nom from auth.cellules c where c.comptes) end;
      v_message.id := v_part.message_id;
      v_message.date := v_part.date;
      v_alarme_id := jobs.store_alarme(v_part.sis_key, v_part.sis_keys, v_message, v_part.report::json, v_part.nom,
                                       jobs.share_personnes(v_part.report::json, v_part.sis_keys, v_part.date));
      perform jobs.try_create_intervention(v_part.sis_key, v_alarme_id);
      v_made := v_made + 1;
    exception when others then
      insert into jobs.report_parts as p (sis_key, nom, done_at, echec_at)
      values (v_part.sis_key, v_part.nom, null, clock_timestamp())
          on conflict (sis_key, nom) do update set echec_at = excluded.echec_at where p.done_at is null;
      v_echecs := v_echecs || jsonb_build_object('sis', v_part.sis_key, 'message', v_part.message_id, 'raison', sqlerrm);
    end;
  end loop;
  return json_build_object('faites', v_made, 'echecs', v_echecs);
end;
$$;
comment on function jobs.take_reports() is
  'Makes the alarms of reports that have arrived from another cell, for the SIS that live here: {faites, echecs: [{sis, message, raison}]}. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.take_reports() to caserne_worker;
