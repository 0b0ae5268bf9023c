-- The lock waits for someone who is just changing the account (app.tg_comptes__produit).
create or replace function app.tg_amendes__produit() returns trigger
  language plpgsql volatile
as $$
declare
  v_produit boolean;
begin
  select c.produit into v_produit
    from app.comptes c
   where c.sis_key = new.sis_key and c.id = new.compte_id
     for key share;
  if not v_produit then
    raise sqlstate 'PT422' using message = 'Le compte d’une amende doit être un compte de produit.', detail = 'compte_id';
  end if;
  return new;
end;
$$;
comment on function app.tg_amendes__produit() is 'Refuses (PT422) a fine on an account that is not one of income.';
drop trigger if exists _100_produit on app.amendes;
create trigger _100_produit before insert or update of compte_id on app.amendes
  for each row execute function app.tg_amendes__produit();
