-- The first reading and the relecture share this function, which runs in the transaction that writes the row of the
-- ledger.
create or replace function jobs.settle_message(message app.messages, report json, mail_name text) returns json
  language plpgsql volatile
as $$
declare
  v_message app.messages := message;
  v_sis text[];
  v_sis_key text;
  v_alarme_id bigint;
  v_refus jsonb := jsonb '{}';
  v_known boolean := false;
  v_sans_sis jsonb;
  v_date text;
  v_fermes text[] := array[]::text[];
  v_ailleurs text[];
  v_transmis text[] := array[]::text[];
  v_cellules boolean := exists (select from request.cellule);
begin
  if v_message.etat = 'alarm' then
    v_sis := jobs.find_report_sis(report, v_message.sis_key);
    v_ailleurs := array(select k from unnest(v_sis) as s (k) where not request.is_home(k));
    v_sans_sis := jobs.share_personnes(report, v_sis, v_message.date);
    foreach v_sis_key in array v_sis loop
      continue when v_sis_key = any (v_ailleurs);
      perform request.open(null, v_sis_key, array['sis.config'], null);
      -- A mail of the instance's mailbox concerns other SIS too, which must not wait. A mailbox of a closed SIS is not
      -- read.
      if v_message.sis_key = '*' and exists (select from auth.fermetures f where f.sis_key = v_sis_key and f.ferme_at is not null) then
        -- A move closes a SIS for a moment.
        if v_cellules and exists (
             select from auth.fermetures f where f.sis_key = v_sis_key and f.ferme_at > clock_timestamp() - interval '1 minute'
           ) then
          v_ailleurs := v_ailleurs || v_sis_key;
        else
          v_fermes := v_fermes || v_sis_key;
        end if;
        continue;
      end if;
      v_alarme_id := jobs.store_alarme(v_sis_key, v_sis, v_message, report, mail_name, v_sans_sis);
      -- In local time of the first SIS.
      v_date := coalesce(v_date, (
        select to_char(d.improbable at time zone app.fuseau(), 'DD.MM.YYYY HH24:MI') from jobs.read_alarme_date(report, v_message.date) d
      ));
      v_known := v_known or exists (
        select
          from app.alarmes a
         where a.sis_key = v_sis_key
           and a.id = v_alarme_id
           and (a.message_sis_key, a.message_id) is distinct from (v_message.sis_key, v_message.id)
      );
      perform jobs.try_create_intervention(v_sis_key, v_alarme_id);
      v_refus := v_refus || coalesce((
        select jsonb_build_object(a.sis_key, a.intervention_refus)
          from app.alarmes a
         where a.sis_key = v_sis_key and a.id = v_alarme_id and a.intervention_refus <> ''
      ), '{}');
    end loop;
    if v_cellules and v_ailleurs <> '{}' then
      -- They are in another cell, or just moving there.
      insert into jobs.reports as r (message_id, date, nom, sis_keys, report)
      values (v_message.id, v_message.date, mail_name, v_sis, report::text)
          on conflict (message_id) do update set sis_keys = excluded.sis_keys, report = excluded.report;
      insert into jobs.report_parts (sis_key, nom)
      select k, mail_name from unnest(v_sis) as s (k) where k <> all (v_ailleurs)
          on conflict do nothing;
      v_transmis := v_ailleurs;
      v_ailleurs := '{}';
    end if;
    perform request.open(null, v_message.sis_key, array['sis.config'], null);
    update app.messages m
       set incomplet = coalesce((report ->> 'incomplet')::boolean, false),
           etat = case when v_sis = '{}' or v_fermes <> '{}' or v_ailleurs <> '{}' then 'failed' else m.etat end,
           raison = concat_ws(
             ' ',
             case
               when v_fermes <> '{}'
               then format('Un SIS fermé n’a pas reçu son alarme : %s. Relisez le message une fois rouvert, ou transmettez-le à sa nouvelle instance.',
                           array_to_string(v_fermes, ', '))
             end,
             case
               when v_ailleurs <> '{}'
               then format('Un SIS servi par une autre base de données n’a pas reçu son alarme : %s. Transmettez-lui le message.',
                           array_to_string(v_ailleurs, ', '))
             end,
             case when v_transmis <> '{}' then format('Transmis à une autre cellule : %s.', array_to_string(v_transmis, ', ')) end,
             case when v_known then 'Cette alarme est déjà venue par un autre message.' end,
             'Date improbable (' || v_date || ') : l’alarme porte celle du message.',
             nullif(jobs.describe_report(report, v_sis), '')
           )
     where m.sis_key = v_message.sis_key and m.id = v_message.id
    returning * into v_message;
  end if;
  return json_strip_nulls(json_build_object('nouveau', true, 'id', v_message.id, 'etat', v_message.etat, 'raison', v_message.raison,
                                            'sis', coalesce(to_json(v_sis), '[]'), 'refus', nullif(v_refus, '{}')));
end;
$$;
comment on function jobs.settle_message(app.messages, json, text) is
  'Makes the alarms and interventions of a message: {nouveau, id, etat, raison, sis: [key], refus: {key: why}}, refus where an intervention could not be made. mail_name identifies the mail in any mailbox; the request of its mailbox stays open.';
