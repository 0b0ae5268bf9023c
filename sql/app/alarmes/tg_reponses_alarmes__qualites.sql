create or replace function app.tg_reponses_alarmes__qualites() returns trigger
  language plpgsql volatile
as $$
begin
  select s.nom_prenom, s.porteur,
         coalesce((
           select f.chef
             from app.fonctions_du_jour d
             join app.fonctions f on f.sis_key = d.sis_key and f.id = d.fonction_id
            where d.sis_key = s.sis_key
              and d.sapeur_id = s.id
         ), false)
    into new.nom_complet, new.porteur, new.chef
    from app.sapeurs s
   where s.sis_key = new.sis_key
     and s.id = new.sapeur_id;
  new.nom_complet := coalesce(new.nom_complet, '');
  new.porteur := coalesce(new.porteur, false);
  new.chef := coalesce(new.chef, false);
  return new;
end;
$$;
comment on function app.tg_reponses_alarmes__qualites() is
  'Keeps with an answer the name of the sapeur, whether they may wear breathing apparatus and whether their main function has the flag chef.';

drop trigger if exists _010_qualites on app.reponses_alarmes;
create trigger _010_qualites before insert on app.reponses_alarmes
  for each row when (new.sapeur_id is not null) execute function app.tg_reponses_alarmes__qualites();
