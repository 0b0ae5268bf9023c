-- Callers who configure exercices name the kinds of hours. Their pay is a tariff, like those of /indemnites-exercice.
create or replace function app.tg_heure_exercice_types__tarif() returns trigger
  language plpgsql stable
as $$
begin
  perform request.require('comptabilite.config');
  return new;
end;
$$;
comment on function app.tg_heure_exercice_types__tarif() is
  'Refuses (PT403) to set or change what hours are paid, and how they are booked, without comptabilite.config.';
drop trigger if exists _100_tarif on app.heure_exercice_types;
create trigger _100_tarif before insert on app.heure_exercice_types
  for each row when (new.montant > 0) execute function app.tg_heure_exercice_types__tarif();
drop trigger if exists _110_tarif on app.heure_exercice_types;
create trigger _110_tarif before update on app.heure_exercice_types
  for each row
  when ((old.montant > 0 or new.montant > 0)
        and (old.montant, old.compte_id, old.ecriture_categorie_id, old.type)
            is distinct from (new.montant, new.compte_id, new.ecriture_categorie_id, new.type))
  execute function app.tg_heure_exercice_types__tarif();
