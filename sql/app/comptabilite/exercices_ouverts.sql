-- The triggers of accounts that refuse to write a closed year. They stand apart from their tables: the migration from
-- release 0.1.0 completes entries of closed years before it makes them.

-- Not before insert: each year has parameters, also one that is closed when it gets them.
drop trigger if exists _040_exercice_ouvert on app.avs_params;
create trigger _040_exercice_ouvert before update or delete on app.avs_params
  for each row execute function app.tg_exercice_ouvert();

drop trigger if exists _040_exercice_ouvert on app.decomptes;
create trigger _040_exercice_ouvert before insert or update or delete on app.decomptes
  for each row execute function app.tg_exercice_ouvert();

drop trigger if exists _200_exercices_ouverts on app.ecritures;
create trigger _200_exercices_ouverts after insert on app.ecritures referencing new table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _210_exercices_ouverts on app.ecritures;
create trigger _210_exercices_ouverts after update on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _215_exercices_ouverts on app.ecritures;
create trigger _215_exercices_ouverts after update on app.ecritures referencing new table as lignes
  for each statement execute function app.tg_exercices_ouverts();
drop trigger if exists _220_exercices_ouverts on app.ecritures;
create trigger _220_exercices_ouverts after delete on app.ecritures referencing old table as lignes
  for each statement execute function app.tg_exercices_ouverts();

create or replace function app.tg_paiements__exercices_ouverts() returns trigger
  language plpgsql volatile
as $$
begin
  perform app.refuse_bouclement(d.exercice_comptable_id)
     from (select distinct l.sis_key, l.decompte_id from lignes l) l
     join app.decomptes d on d.sis_key = l.sis_key and d.id = l.decompte_id;
  return null;
end;
$$;
comment on function app.tg_paiements__exercices_ouverts() is
  'Refuses (PT409) a statement that writes payments of a closed accounting year.';
drop trigger if exists _200_exercices_ouverts on app.paiements;
create trigger _200_exercices_ouverts after insert on app.paiements referencing new table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _210_exercices_ouverts on app.paiements;
create trigger _210_exercices_ouverts after update on app.paiements referencing old table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _215_exercices_ouverts on app.paiements;
create trigger _215_exercices_ouverts after update on app.paiements referencing new table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
drop trigger if exists _220_exercices_ouverts on app.paiements;
create trigger _220_exercices_ouverts after delete on app.paiements referencing old table as lignes
  for each statement execute function app.tg_paiements__exercices_ouverts();
