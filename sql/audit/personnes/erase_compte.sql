-- The account itself stays, because the journal says who changed what by its id. An administrator's account and one that
-- has another SIS only lose this SIS.
create or replace function audit.erase_compte(sis_key text, user_id bigint, pseudonyme text, seul_sis boolean) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  delete from auth.memberships m where m.sis_key = erase_compte.sis_key and m.user_id = erase_compte.user_id;
  delete from auth.user_roles r where r.sis_key = erase_compte.sis_key and r.user_id = erase_compte.user_id;
  delete from app.appareils a where a.sis_key = erase_compte.sis_key and a.user_id = erase_compte.user_id;
  update app.webhooks w set user_id = null where w.sis_key = erase_compte.sis_key and w.user_id = erase_compte.user_id;
  delete from request.reponses r where r.user_id = erase_compte.user_id;
  if seul_sis then
    delete from auth.sessions s where s.user_id = erase_compte.user_id;
    delete from auth.tokens t where t.user_id = erase_compte.user_id;
    update auth.users u
       set name = pseudonyme, email = 'efface-' || u.id || '@invalid', email_verified_at = null, password_hash = '!',
           disabled_at = coalesce(u.disabled_at, clock_timestamp()), tokens_valid_from = clock_timestamp(), version = u.version + 1
     where u.id = erase_compte.user_id;
  else
    update auth.users u set tokens_valid_from = clock_timestamp(), version = u.version + 1 where u.id = erase_compte.user_id;
  end if;
end;
$$;
comment on function audit.erase_compte(text, bigint, text, boolean) is
  'Takes a SIS with its devices from an account; an account of this SIS only is closed, and loses its name, address and password.';
-- Not granted: `caserne erase sapeur` calls it.
