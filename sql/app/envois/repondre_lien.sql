create or replace function app.repondre_lien(token bytea, reponse text) returns json
  language plpgsql volatile
as $$
declare
  v_alarme_id constant bigint := app.open_lien(token);
begin
  if v_alarme_id is not null then
    perform app.repondre_alarme(v_alarme_id, request.sapeur_id(), repondre_lien.reponse, null, '', 'lien');
  end if;
  return to_json(v_alarme_id is not null);
end;
$$;
comment on function app.repondre_lien(bytea, text) is
  'Answers the alarm of a link for its person, and returns whether there is such a link. PT409 once the alarm is too old.';
grant execute on function app.repondre_lien(bytea, text) to caserne_api;
