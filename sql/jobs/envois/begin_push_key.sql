create or replace function jobs.begin_push_key(publique text, privee bytea) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- A cell has them by replication, so that devices stay subscribed when their SIS moves.
  insert into request.push_keys as k (publique, privee)
  select begin_push_key.publique, begin_push_key.privee where request.keeps_users()
      on conflict (seule) do nothing;
  return (select json_build_object('publique', k.publique, 'privee', encode(k.privee, 'hex')) from request.push_keys k);
end;
$$;
comment on function jobs.begin_push_key(text, bytea) is
  'The keys by which push services know this instance {publique, privee (sealed, hexadecimal)}; if there are none yet, these. Null in a cell that has not received them yet. Definer: nobody has a right on the table.';
grant execute on function jobs.begin_push_key(text, bytea) to caserne_worker;
