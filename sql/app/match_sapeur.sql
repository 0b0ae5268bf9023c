create or replace function app.match_sapeur(nom text, telephones text[], jour date) returns bigint
  language sql stable
as $$
  with par_numero as (
    -- A number that two active people share tells nobody apart.
    select min(s.id) as id
      from app.telephones t
      join app.sapeurs s on s.sis_key = t.sis_key and s.id = t.sapeur_id
     where t.sis_key = request.sis_key()
       and t.e164 in (select app.e164(n) from unnest(match_sapeur.telephones) as n)
       and app.is_actif(s, jour)
     group by t.e164
    having count(distinct s.id) = 1
  ),
  par_nom as (
    select s.id
      from app.sapeurs s
     where s.sis_key = request.sis_key()
       and (request.plain(s.nom || ' ' || s.prenom) = request.plain(match_sapeur.nom)
            or request.plain(s.prenom || ' ' || s.nom) = request.plain(match_sapeur.nom))
       and app.is_actif(s, jour)
  )
  select coalesce(
    (select min(id) from par_numero having count(distinct id) = 1),
    (select min(id) from par_nom having count(*) = 1)
  )
$$;
comment on function app.match_sapeur(text, text[], date) is
  'The active sapeur whom a report means: by any of the numbers, else by name in either order; null when that is nobody or more than one.';
