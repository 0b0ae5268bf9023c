-- In sql and without subqueries, so that the planner writes it into the queries that call it.
create or replace function app.is_a_payer(ecriture app.ecritures, modules bigint[], sapeur_ids bigint[], exercice_id bigint)
  returns boolean
  language sql immutable parallel safe
as $$
  select ecriture.decompte_id is null
     and ecriture.sapeur_id is not null
     and ecriture.module <> 4
     and (modules is null or ecriture.module = any (modules))
     and (sapeur_ids is null or ecriture.sapeur_id = any (sapeur_ids))
     and (is_a_payer.exercice_id is null or ecriture.exercice_id = is_a_payer.exercice_id)
$$;
comment on function app.is_a_payer(app.ecritures, bigint[], bigint[], bigint) is
  'Whether an entry is unpaid and matches the wishes for a décompte (null: any). Entries of the service itself and those of AVS are never unpaid.';
