create or replace function app.state_of(groupes text[], scope text) returns text
  language sql stable
as $$
  select left(encode(sha256(convert_to(
           json_build_array(
             scope, request.sis_key(), request.user_id(), request.sapeur_id(), current_setting('request.permissions', true),
             app.today(),
             (
               select string_agg(c.marque::text, ' ' order by c.sis_key, c.groupe, c.place)
                 from audit.changements c
                where c.sis_key in (request.sis_key(), '*')
                  and c.groupe = any (groupes)
             )
           )::text, 'UTF8')), 'hex'), 24)
$$;
comment on function app.state_of(text[], text) is
  'A hash of what the caller may see today of some groups of resources: while the hash stays the same, so do the answers made from them. scope tells answers of one state apart.';
grant execute on function app.state_of(text[], text) to caserne_api;
