-- Definer: a link has no right to read the ledger, or the links of accounts to sapeurs.
create or replace function app.open_lien(token bytea) returns bigint
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_alarme_id bigint;
  v_sapeur_id bigint;
  v_user_id bigint;
begin
  select e.alarme_id, e.sapeur_id, m.user_id into v_alarme_id, v_sapeur_id, v_user_id
    from app.envois e
    join auth.memberships m on m.sis_key = e.sis_key and m.sapeur_id = e.sapeur_id
    join auth.users u on u.id = m.user_id and u.disabled_at is null
   where e.sis_key = request.sis_key()
     and e.token_hash = open_lien.token
     and e.evenement = 'alarme'
     and e.created_at > now() - interval '2 hours'
     and (u.is_admin or coalesce(m.parti_at > now(), true));
  if v_alarme_id is not null then
    perform request.open(v_user_id, request.sis_key(), array[]::text[], v_sapeur_id);
  end if;
  return v_alarme_id;
end;
$$;
comment on function app.open_lien(bytea) is
  'Opens the request of the person whose link has this hash of its token, without any permission, and returns the link''s alarm; null when there is no such link, or it is two hours old. Definer: a link may not read the ledger.';
grant execute on function app.open_lien(bytea) to caserne_api;
