create or replace function auth.has_left(user_id bigint, sis_key text) returns boolean
  language sql stable set search_path = ''
as $$
  select exists (
    select
      from auth.memberships m
     where m.sis_key = has_left.sis_key
       and m.user_id = has_left.user_id
       and m.parti_at <= clock_timestamp()
  )
$$;
comment on function auth.has_left(bigint, text) is
  'Whether an account''s rights in a SIS are void because its sapeur has left.';

create or replace function auth.refuse_left(user_id bigint, sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if auth.has_left(refuse_left.user_id, refuse_left.sis_key) then
    raise sqlstate 'PT409' using message = 'Ce compte est lié à un sapeur sorti du SIS : déliez-le avant de lui donner un rôle';
  end if;
end;
$$;
comment on function auth.refuse_left(bigint, text) is
  'Refuses (PT409) to give roles to an account whose sapeur has left the SIS, because they would be void.';
