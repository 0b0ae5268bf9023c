-- Each order by itself, by its index: with "or" between them, and between the policies, the planner would look through
-- all people of the SIS for each unknown person of a report.
create or replace function app.match_nom(nom text, day date) returns bigint
  language sql stable
as $$
  select min(p.id)
    from (
      select s.id
        from app.sapeurs s
       where s.sis_key = request.sis_key()
         and request.plain(s.nom || ' ' || s.prenom) = request.plain(match_nom.nom)
         and request.same_name(s.nom || ' ' || s.prenom, match_nom.nom)
         and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
      union
      select s.id
        from app.sapeurs s
       where s.sis_key = request.sis_key()
         and request.plain(s.prenom || ' ' || s.nom) = request.plain(match_nom.nom)
         and request.same_name(s.prenom || ' ' || s.nom, match_nom.nom)
         and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
    ) p
  having count(*) = 1
$$;
comment on function app.match_nom(text, date) is
  'The active sapeur with a name, in either order; null when there is none or more than one.';
