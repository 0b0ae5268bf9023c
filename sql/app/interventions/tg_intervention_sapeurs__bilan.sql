-- The totals are computed from scratch each time, because a running total can drift. _100_ouverte locks the
-- intervention before a presence is written, so this trigger sees all presences. A row without changes is not written:
-- it stands in many indexes. A validated intervention has become saisie before (app.tg_signature).
create or replace function app.tg_intervention_sapeurs__bilan() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  update app.interventions i
     set secondes = p.secondes,
         statut = case
                    when i.statut = app.intervention_vide() and p.nb > 0 then app.intervention_saisie()
                    when i.statut = app.intervention_saisie() and p.nb = 0 then app.intervention_vide()
                    else i.statut
                  end
    from (select distinct l.sis_key, l.intervention_id from lignes l) c
   cross join lateral (
     select count(*) as nb, coalesce(sum(extract(epoch from s.fin - s.debut)), 0) as secondes
       from app.intervention_sapeurs s
      where s.sis_key = c.sis_key
        and s.intervention_id = c.intervention_id
   ) p
   where i.sis_key = c.sis_key
     and i.id = c.intervention_id
     and (i.secondes <> p.secondes
          or i.statut = app.intervention_vide() and p.nb > 0
          or i.statut = app.intervention_saisie() and p.nb = 0);
  return null;
end;
$$;
comment on function app.tg_intervention_sapeurs__bilan() is
  'Keeps the total time of an intervention''s presences, and its statut: saisi (1) with the first presence, vide (0) without any. Definer: nobody is granted writing either column.';
drop trigger if exists _200_bilan on app.intervention_sapeurs;
create trigger _200_bilan after insert on app.intervention_sapeurs referencing new table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
drop trigger if exists _210_bilan on app.intervention_sapeurs;
create trigger _210_bilan after update on app.intervention_sapeurs referencing new table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
-- For the intervention that a presence was moved away from, which only the owner can do.
drop trigger if exists _215_bilan on app.intervention_sapeurs;
create trigger _215_bilan after update on app.intervention_sapeurs referencing old table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
drop trigger if exists _220_bilan on app.intervention_sapeurs;
create trigger _220_bilan after delete on app.intervention_sapeurs referencing old table as lignes
  for each statement execute function app.tg_intervention_sapeurs__bilan();
