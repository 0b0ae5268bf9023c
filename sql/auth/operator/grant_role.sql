create or replace function auth.find_role(sis_key text, role text) returns auth.roles
  language plpgsql stable set search_path = ''
as $$
declare
  v_role auth.roles;
begin
  perform auth.require_sis(find_role.sis_key);
  select *
    into v_role
    from auth.roles r
   where r.sis_key = find_role.sis_key
     and request.plain(r.nom) = request.plain(role)
   -- Two names may differ by an accent only.
   order by r.nom = role desc, r.nom
   limit 1;
  if not found then
    raise sqlstate 'PT404' using message = format('Rôle inconnu : %s. %s a : %s', role, find_role.sis_key, (
      select string_agg(r.nom, ', ' order by r.nom) from auth.roles r where r.sis_key = find_role.sis_key));
  end if;
  return v_role;
end;
$$;
comment on function auth.find_role(text, text) is
  'A role of a SIS by its name, else by the name without case and accents, for the operator (PT404 when there is none).';

create or replace function auth.grant_role(email text, sis_key text, role text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users := auth.find_user(grant_role.email);
  v_role auth.roles := auth.find_role(grant_role.sis_key, role);
begin
  perform auth.refuse_left(v_user.id, v_role.sis_key);
  insert into auth.user_roles (sis_key, user_id, role_id)
  values (v_role.sis_key, v_user.id, v_role.id)
  on conflict do nothing;
end;
$$;
comment on function auth.grant_role(text, text, text) is
  'Gives an account a role, for the operator. PT404 for an unknown account, SIS or role, PT409 when its sapeur has left the SIS.';

create or replace function auth.revoke_role(email text, sis_key text, role text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_user auth.users := auth.find_user(revoke_role.email);
  v_role auth.roles := auth.find_role(revoke_role.sis_key, role);
begin
  delete from auth.user_roles ur where ur.sis_key = v_role.sis_key and ur.role_id = v_role.id and ur.user_id = v_user.id;
  if not found then
    raise sqlstate 'PT404' using message = format('%s n’a pas le rôle %s', v_user.email, v_role.nom);
  end if;
end;
$$;
comment on function auth.revoke_role(text, text, text) is
  'Takes a role from an account, for the operator. PT404 for an unknown account, SIS or role, or one that it does not hold.';
