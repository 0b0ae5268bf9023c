create or replace function auth.read_roles(body json) returns bigint[]
  language plpgsql stable set search_path = ''
as $$
declare
  v_roles bigint[] := array(select distinct r::bigint from json_array_elements_text(body -> 'roles') as r);
  v_unknown text;
begin
  select string_agg(r::text, ', ' order by r) into v_unknown
    from unnest(v_roles) as r
   where not exists (select from auth.roles o where o.sis_key = request.sis_key() and o.id = r);
  if v_unknown is not null then
    raise sqlstate 'PT422' using message = 'Rôle inconnu : ' || v_unknown, detail = 'roles';
  end if;
  return v_roles;
end;
$$;
comment on function auth.read_roles(json) is
  'The ids of roles in a body. PT422 on roles for an id that is no role of the request''s SIS.';
