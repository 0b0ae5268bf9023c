-- Example: who is Sapeur all year, and Fourrier from 15 March to 2 June, has both functions in March, April, May and June,
-- where Fourrier is the first. In the other eight months Sapeur is. In the year as a whole, Fourrier is the first.
create or replace function app.fonctions_indemnisees(periode daterange, sapeur_ids bigint[])
  returns table (sapeur_id bigint, fonction_id bigint, type_unite_id bigint, temps daterange, premiere boolean)
  language sql stable
as $$
  with indemnisees as materialized (
    select f.id, f.rang
      from app.fonctions f
     where f.sis_key = request.sis_key()
       and exists (select from app.indemnites_annuelles i where i.sis_key = f.sis_key and i.fonction_id = f.id)
  ),
  temps as materialized (
    select app.unite_an() as type_unite_id, periode as temps
    union all
    select app.unite_mois(), m from app.mois_de(periode) m
  ),
  tenues as materialized (
    select sf.sapeur_id, f.id as fonction_id, f.rang, daterange(sf.debut, sf.fin, '[]') as duree
      from app.sapeur_fonctions sf
      join indemnisees f on f.id = sf.fonction_id
     where sf.sis_key = request.sis_key()
       and (sapeur_ids is null or sf.sapeur_id = any (sapeur_ids))
       and daterange(sf.debut, sf.fin, '[]') && periode
  )
  select p.sapeur_id, p.fonction_id, p.type_unite_id, p.temps,
         p.fonction_id = first_value(p.fonction_id) over (
           partition by p.sapeur_id, p.type_unite_id, p.temps order by p.rang desc, p.fonction_id
         )
    from (
      select distinct t.sapeur_id, t.fonction_id, t.rang, u.type_unite_id, u.temps
        from tenues t
        join temps u on u.temps && t.duree
    ) p
$$;
comment on function app.fonctions_indemnisees(daterange, bigint[]) is
  'The functions with a yearly allowance that sapeurs (null: all) had in the period as a whole (unit an), and in each month (unit mois), and whether it was their first: the one of the highest rank.';
