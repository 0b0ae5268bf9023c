-- In a cell the accounts are copies, without sessions, tokens and the entries of the journal about them: those are
-- where the accounts are kept, and this function is called there. Whatever else a SIS has left behind there is not
-- current.
create or replace function api.get_mes_donnees_compte(sis_key text, sapeur_id bigint, user_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
  v_donnees jsonb;
begin
  if not exists (
    select
      from auth.memberships m
     where (m.sis_key, m.sapeur_id, m.user_id)
         = (get_mes_donnees_compte.sis_key, get_mes_donnees_compte.sapeur_id, get_mes_donnees_compte.user_id)
  ) then
    return null;
  end if;
  perform request.enter(user_id, sis_key, (select array_agg(p.identifiant) from auth.permissions p), sapeur_id);
  v_donnees := audit.read_personne(sis_key, sapeur_id, user_id);
  perform request.reopen(v_opened);
  return (
    select json_object_agg(d.key, case when d.key in ('audit.journal', 'mes_modifications') then audit.user_entries(d.value) else d.value end)
      from jsonb_each(v_donnees) d
     where d.key like 'auth.%' and d.key <> 'auth.sapeurs'
        or d.key in ('audit.journal', 'mes_modifications', 'mails_en_attente')
  );
end;
$$;
comment on function api.get_mes_donnees_compte(text, bigint, bigint) is
  'Data about an account in the accounts'' database, for a sapeur whose SIS lives in another cell, by table as in api.get_mes_donnees, which has checked the caller there; null when the account is not theirs. Definer: nobody else may read accounts and their entries in the journal.';
grant execute on function api.get_mes_donnees_compte(text, bigint, bigint) to caserne_api;
