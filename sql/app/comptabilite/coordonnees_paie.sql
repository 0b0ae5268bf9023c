-- Definer: documents of pay name addresses and dates of birth, which accounting may not read otherwise. The policies
-- interne of app.particularites and app.salaires let it read them. Of erased people, audit.identites_paie keeps them.
create or replace function app.coordonnees_paie(sapeur_ids bigint[]) returns table (
  sapeur_id bigint, nom text, prenom text, nom_prenom text, date_naissance date, rue text, no_rue text, npa text, localite text,
  pays text, iban text, no_avs text
)
  language sql stable security definer set search_path = ''
as $$
  select s.id, coalesce(i.nom, s.nom), coalesce(i.prenom, s.prenom),
         coalesce(btrim(i.nom || ' ' || i.prenom || ' ' || i.suffixe), s.nom_prenom), coalesce(i.date_naissance, p.date_naissance),
         coalesce(i.rue, p.rue, ''), coalesce(i.no_rue, p.no_rue, ''),
         coalesce(k.npa, l.npa, ''), coalesce(k.nom, l.nom, ''),
         app.pays_localite(coalesce(k.npa, l.npa), coalesce(k.canton, l.canton)),
         coalesce(i.iban, a.iban, ''), coalesce(i.no_avs, a.no_avs, '')
    from unnest(sapeur_ids) as u (id)
    join app.sapeurs s on s.sis_key = request.sis_key() and s.id = u.id
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
    -- Looked up one by one, however many rows the planner expects.
    left join lateral (
      select e.* from audit.identites_paie e where e.sis_key = s.sis_key and e.sapeur_id = s.id offset 0
    ) i on true
    left join app.localites l on l.id = p.localite_id
    left join app.localites k on k.id = i.localite_id
$$;
comment on function app.coordonnees_paie(bigint[]) is
  'Name, address, birth date, IBAN and AVS number of people, for documents of pay: of anyone for callers who may read accounts, of themselves for sapeurs. Definer: accounting may not read addresses otherwise.';
grant execute on function app.coordonnees_paie(bigint[]) to caserne_api;
