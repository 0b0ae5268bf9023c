-- Access tokens issued before still carry the roles, so they end, and new ones carry the remaining rights.
create or replace function auth.lapse_rights(sis_key text, user_id bigint) returns void
  language sql volatile set search_path = ''
as $$
  delete from auth.user_roles ur where ur.sis_key = lapse_rights.sis_key and ur.user_id = lapse_rights.user_id;
  select auth.end_access_tokens(lapse_rights.user_id);
$$;
comment on function auth.lapse_rights(text, bigint) is 'Removes the roles of an account in a SIS for good.';

-- The roles of someone who has left stay stored, so that correcting a mistyped end restores them. They lapse when they
-- comes back after a day out of service, or when the account is unlinked: otherwise they would revive without anyone
-- giving them.
create or replace function auth.tg_memberships__depart() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_left boolean := tg_op <> 'INSERT' and coalesce(old.parti_at <= clock_timestamp(), false);
  v_interrupted boolean;
begin
  if tg_op = 'DELETE' then
    if v_left then
      perform auth.lapse_rights(old.sis_key, old.user_id);
    end if;
    return old;
  end if;
  new.parti_at := null;
  if new.sapeur_id is not null then
    select d.parti_at, d.interrupted into new.parti_at, v_interrupted
      from auth.read_depart(new.sis_key, new.sapeur_id, case when v_left then old.parti_at end) d;
  end if;
  if v_left and (
       new.sapeur_id is distinct from old.sapeur_id
       or v_interrupted and coalesce(new.parti_at > old.parti_at, true)
     ) then
    perform auth.lapse_rights(old.sis_key, old.user_id);
    new.mobile := false;
  end if;
  return new;
end;
$$;
comment on function auth.tg_memberships__depart() is
  'Keeps when the linked sapeur leaves, and removes the roles of an account whose sapeur had left and comes back or is unlinked.';
drop trigger if exists _100_depart on auth.memberships;
create trigger _100_depart before insert or delete or update of sapeur_id on auth.memberships
  for each row execute function auth.tg_memberships__depart();
