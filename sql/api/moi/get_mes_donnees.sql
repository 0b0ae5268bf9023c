-- Definer: a sapeur may read neither the journal nor accounts. The function opens a request with every permission, and
-- shows only rows of the caller.
create or replace function api.get_mes_donnees() returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_donnees jsonb;
begin
  if request.sapeur_id() is null then
    return null;
  end if;
  perform request.open(request.user_id(), request.sis_key(), (select array_agg(p.identifiant) from auth.permissions p),
                       request.sapeur_id());
  v_donnees := audit.read_personne(request.sis_key(), request.sapeur_id(), request.user_id());
  perform request.reopen(v_opened);
  return json_build_object('sis_key', request.sis_key(), 'sapeur_id', request.sapeur_id(),
                           'date', app.today(), 'donnees', v_donnees);
end;
$$;
comment on function api.get_mes_donnees() is
  'All that is stored of the calling sapeur and their account, by table; null when the caller is no sapeur here. Definer: they may read neither the journal nor accounts.';
grant execute on function api.get_mes_donnees() to caserne_api;
