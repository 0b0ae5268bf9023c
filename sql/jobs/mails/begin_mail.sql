-- The token of a mail's link is made when the mail is sent, because the queue is on disk and must not hold tokens.
create or replace function jobs.begin_mail(payload json, token_hash bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_genre text := payload ->> 'genre';
  v_user auth.users;
  v_invitation auth.invitations;
begin
  if v_genre = 'convocation' then
    return jobs.describe_convocation(
      payload ->> 'sis_key', (payload ->> 'exercice_id')::bigint, (payload ->> 'sapeur_id')::bigint);
  elsif v_genre = 'webhook_desactive' then
    return jobs.describe_webhook(payload ->> 'sis_key', (payload ->> 'webhook_id')::bigint);
  elsif v_genre = 'appareils_retires' then
    return jobs.describe_appareils_retires(payload ->> 'sis_key', (payload ->> 'user_id')::bigint);
  elsif v_genre = 'invitation' then
    select * into v_invitation
      from auth.invitations i
     where i.sis_key = payload ->> 'sis_key'
       and i.id = (payload ->> 'invitation_id')::bigint
       and i.email is not null
       and i.used_at is null
       and i.expires_at > clock_timestamp()
       and auth.is_backed(i);
    if not found then
      return null;
    end if;
    insert into auth.tokens (token_hash, genre, sis_key, invitation_id, expires_at, mailed)
    values (begin_mail.token_hash, v_genre, v_invitation.sis_key, v_invitation.id, v_invitation.expires_at, true);
    return json_build_object(
      'genre', v_genre, 'email', v_invitation.email, 'name', null,
      'sis', (select s.nom from auth.sis s where s.api_key = v_invitation.sis_key),
      'par', (select u.name from auth.users u where u.id = v_invitation.created_by));
  end if;

  v_user := auth.user_by_email(payload ->> 'email');
  if v_user.id is null or v_user.disabled_at is not null
     or v_genre = 'confirmation' and v_user.email_verified_at is not null then
    return null;
  end if;
  if v_genre in ('confirmation', 'reinitialisation') then
    insert into auth.tokens (token_hash, genre, user_id, expires_at)
    values (begin_mail.token_hash, v_genre, v_user.id,
            clock_timestamp() + auth.token_lifetime(v_genre));
  end if;
  return json_build_object('genre', v_genre, 'email', v_user.email, 'name', v_user.name, 'sis', null, 'par', null);
end;
$$;
comment on function jobs.begin_mail(json, bytea) is
  'The data of the mail of a send_mail job, {genre, email, name, sis, par} or that of jobs.describe_convocation, jobs.describe_webhook or jobs.describe_appareils_retires, or null when there is no addressee. Stores the SHA-256 of the token in its link. Definer: the worker holds no right on any table.';
grant execute on function jobs.begin_mail(json, bytea) to caserne_worker;
