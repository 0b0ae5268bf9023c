-- It takes no lock: a simulation waits for nobody, and sees one state of the entries.
-- Definer: it reads birth dates and exercices, which callers who make décomptes need not see.
create or replace function app.simulate_decompte(
  demande jsonb, out decompte app.decomptes, out paiements app.paiements[]
)
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_exercice app.exercices_comptables := app.require_exercice_ouvert((demande ->> 'exercice_comptable_id')::bigint);
begin
  perform app.check_demande_decompte(demande);
  decompte.exercice_comptable_id := v_exercice.id;
  decompte.designation := demande ->> 'designation';
  decompte.date := (demande ->> 'date')::date;
  decompte.deduction := (demande ->> 'deduction')::boolean;
  paiements := array(select p from app.list_paiements_decompte(v_exercice, decompte, demande) p);
  if cardinality(paiements) = 0 then
    raise sqlstate 'PT409' using message = 'Aucune écriture à payer';
  end if;
  decompte := app.totaux_decompte(decompte, paiements);
end;
$$;
comment on function app.simulate_decompte(jsonb) is
  'The décompte and payments that app.make_decompte would make, without ids. PT403, PT409, PT422. Definer: to read birth dates.';
grant execute on function app.simulate_decompte(jsonb) to caserne_api;
