create or replace function auth.tg_sapeurs__depart() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role text;
begin
  if not request.keeps_users() then
    return null;
  end if;
  v_role := request.begin_replicated();
  if v_role is null then
    return null;
  end if;
  -- The trigger of the link writes parti_at.
  update auth.memberships m
     set sapeur_id = m.sapeur_id
   where m.sis_key = new.sis_key
     and m.sapeur_id = new.id
     and m.parti_at is distinct from upper(new.service);
  perform request.end_replicated(v_role);
  return null;
end;
$$;
comment on function auth.tg_sapeurs__depart() is 'Renews when the account of a sapeur leaves the SIS, after a change of their service.';
drop trigger if exists _200_depart on auth.sapeurs;
create trigger _200_depart after update of service on auth.sapeurs
  for each row when (old.service is distinct from new.service) execute function auth.tg_sapeurs__depart();
alter table auth.sapeurs enable always trigger _200_depart;
