create or replace function app.match_sapeur(nom text, telephones text[], jour date) returns bigint
  language sql stable
as $$
  with actifs as (
    select s.* from app.sapeurs s where s.sis_key = request.sis_key() and app.is_actif(s, jour)
  ),
  -- A number that two of them share tells nobody apart.
  par_numero as (
    select min(a.id) as id
      from app.telephones t
      join actifs a on a.id = t.sapeur_id
     where t.sis_key = request.sis_key()
       and t.e164 in (select app.e164(n) from unnest(match_sapeur.telephones) as n)
     group by t.e164
    having count(distinct a.id) = 1
  ),
  par_nom as (
    select a.id
      from actifs a
     where request.plain(match_sapeur.nom) in (request.plain(a.nom || ' ' || a.prenom), request.plain(a.prenom || ' ' || a.nom))
  )
  select coalesce(
    (select min(id) from par_numero having count(distinct id) = 1),
    (select min(id) from par_nom having count(*) = 1)
  )
$$;
comment on function app.match_sapeur(text, text[], date) is
  'The active sapeur whom a report means: by any of the numbers, else by name in either order; null when that is nobody or more than one.';
