create or replace function api.list_localites(apres json default null, limite integer default null) returns json
  language sql stable
as $$
  select coalesce(json_agg(p order by p.npa, p.nom), '[]')
    from (
      select l.id, l.npa, l.nom, l.nom as designation, l.canton
        from app.localites l
       where apres is null or (l.npa, l.nom) > (apres ->> 0, apres ->> 1)
       order by l.npa, l.nom
       limit limite
    ) p
$$;
comment on function api.list_localites(json, integer) is
  'Places by postcode, the same for every SIS; a page after [npa, nom].';
grant execute on function api.list_localites(json, integer) to caserne_api;
