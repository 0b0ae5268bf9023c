-- Example: who is Sapeur all year, and Fourrier from 15 March to 2 June, has both functions in March, April, May and June,
-- where Fourrier is the first. In the other eight months Sapeur is. In the year as a whole, Fourrier is the first. If all
-- allowances of Fourrier are cumulable, Sapeur stays the first.
create or replace function app.fonctions_indemnisees(periode daterange, sapeur_ids bigint[])
  returns table (sapeur_id bigint, fonction_id bigint, type_unite_id bigint, temps daterange, premiere boolean)
  language sql stable
as $$
  with indemnisees as materialized (
    select f.id, f.rang, bool_or(not i.cumulable) as seule
      from app.fonctions f
      join app.indemnites_annuelles i on i.sis_key = f.sis_key and i.fonction_id = f.id
     where f.sis_key = request.sis_key()
     group by f.sis_key, f.id
  ),
  temps as materialized (
    select app.unite_an() as type_unite_id, periode as temps
    union all
    select app.unite_mois(), m from app.mois_de(periode) m
  ),
  tenues as materialized (
    select sf.sapeur_id, f.id as fonction_id, f.rang, f.seule, s.temps * datemultirange(daterange(sf.debut, sf.fin, '[]')) as duree
      from app.sapeur_fonctions sf
      join indemnisees f on f.id = sf.fonction_id
      join app.temps_service(sapeur_ids) s on s.sapeur_id = sf.sapeur_id
     where sf.sis_key = request.sis_key()
       and (sapeur_ids is null or sf.sapeur_id = any (sapeur_ids))
       and daterange(sf.debut, sf.fin, '[]') && periode
  )
  select p.sapeur_id, p.fonction_id, p.type_unite_id, p.temps,
         p.seule and p.fonction_id = first_value(p.fonction_id) over (
           partition by p.sapeur_id, p.type_unite_id, p.temps order by p.seule desc, p.rang desc, p.fonction_id
         )
    from (
      select distinct t.sapeur_id, t.fonction_id, t.rang, t.seule, u.type_unite_id, u.temps
        from tenues t
        join temps u on u.temps && t.duree
    ) p
$$;
comment on function app.fonctions_indemnisees(daterange, bigint[]) is
  'The functions with a yearly allowance that sapeurs (null: all) had while they served, in the period as a whole (unit an) and in each month (unit mois), and whether it was their first: of those with an allowance that is not cumulable, the one of the highest rank.';
