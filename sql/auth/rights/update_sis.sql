create or replace function auth.update_sis(api_key text, body json) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis auth.sis;
begin
  perform auth.require_admin();
  perform from auth.sis s where s.api_key = update_sis.api_key for update;
  if not found then
    return null;
  end if;
  perform auth.check_sis_name(update_sis.api_key, body ->> 'nom');
  update auth.sis s
     set nom = coalesce(body ->> 'nom', s.nom),
         abreviation = coalesce(body ->> 'abreviation', s.abreviation),
         mobile = coalesce((body ->> 'mobile')::boolean, s.mobile)
   where s.api_key = update_sis.api_key
  returning * into v_sis;
  return auth.as_json(v_sis);
end;
$$;
comment on function auth.update_sis(text, json) is
  'Changes the name, abbreviation or mobile alerts of a SIS (its key stays), for administrators; null when it does not exist. PT409 when another SIS has the name.';
grant execute on function auth.update_sis(text, json) to caserne_auth;
