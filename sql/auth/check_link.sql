create or replace function auth.check_link(sapeur_id bigint, user_id bigint) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if sapeur_id is null then
    return;
  end if;
  if not exists (select from auth.sapeurs s where s.sis_key = request.sis_key() and s.id = check_link.sapeur_id) then
    raise sqlstate 'PT422' using message = 'Sapeur inconnu', detail = 'sapeur_id';
  end if;
  if exists (select from auth.memberships m
              where m.sis_key = request.sis_key() and m.sapeur_id = check_link.sapeur_id and m.user_id is distinct from check_link.user_id) then
    raise sqlstate 'PT409' using message = 'Ce sapeur est déjà lié à un autre compte';
  end if;
  -- The link would take all rights from the account, and the caller may not hold those themselves.
  if auth.depart(request.sis_key(), sapeur_id) <= now() then
    raise sqlstate 'PT409' using message = 'Ce sapeur est sorti du SIS';
  end if;
end;
$$;
comment on function auth.check_link(bigint, bigint) is
  'Refuses to link an account to a sapeur who does not exist in the request''s SIS (PT422), has another account or has left (PT409). A null sapeur links to nobody; a null account stands for a new one.';
