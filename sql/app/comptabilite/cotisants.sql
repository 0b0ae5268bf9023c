-- Without a birth date someone owes all their life. Example: a man born on 10 May 1961 owes AVS from 1979 on, and AC
-- until 31 May 2026.
create or replace function app.cotisants(sapeur_ids bigint[])
  returns table (sapeur_id bigint, cotise boolean, naissance date, debut date, fin_ac date)
  language sql stable
as $$
  select s.id, coalesce(p.cotisation_avs, true), n.date_naissance,
         coalesce(app.debut_cotisations(n.date_naissance), '-infinity'),
         coalesce(app.fin_ac(n.date_naissance, coalesce(s.civilite_id = app.civilite_madame(), false)), 'infinity')
    from app.sapeurs s
    left join app.salaires p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.particularites n on n.sis_key = s.sis_key and n.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and s.id = any (sapeur_ids)
$$;
comment on function app.cotisants(bigint[]) is
  'Whether contributions are withheld from sapeurs, from which day on they are owed, and until which day AC is.';
