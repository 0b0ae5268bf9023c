-- Example: from 31 January to 1 May are five months.
create or replace function app.indemnites_dues(periode daterange, sapeur_ids bigint[])
  returns table (sapeur_id bigint, indemnite_annuelle_id bigint, type_unite_id bigint, nombre bigint)
  language sql stable
as $$
  select f.sapeur_id, i.id, i.type_unite_id, count(*)
    from app.fonctions_indemnisees(periode, sapeur_ids) f
    join app.indemnites_annuelles i
      on i.sis_key = request.sis_key()
     and i.fonction_id = f.fonction_id
     and i.type_unite_id = f.type_unite_id
   where f.premiere or i.cumulable
   group by f.sapeur_id, i.id, i.type_unite_id
$$;
comment on function app.indemnites_dues(daterange, bigint[]) is
  'How often a period owes sapeurs (null: all) a yearly allowance: once, or for each month begun in the function while they served, where it is their first one with an allowance, or the allowance is cumulable.';
