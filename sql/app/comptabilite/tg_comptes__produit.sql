-- produit says who owes what stands on an account. A change would turn the sign of amounts that are booked already. The
-- lock waits for those who are just booking on the account: they hold the key of its row.
create or replace function app.tg_comptes__produit() returns trigger
  language plpgsql volatile
as $$
begin
  perform from app.comptes c where c.sis_key = new.sis_key and c.id = new.id for update;
  if exists (select from app.ecritures e where e.sis_key = new.sis_key and e.compte_id = new.id) then
    raise sqlstate 'PT409' using message = 'Des écritures sont passées sur ce compte : il ne peut plus changer de nature';
  end if;
  if exists (select from app.amendes a where a.sis_key = new.sis_key and a.compte_id = new.id) then
    raise sqlstate 'PT409' using message = 'Ce compte est celui d’une amende : il doit rester un compte de produit';
  end if;
  return new;
end;
$$;
comment on function app.tg_comptes__produit() is
  'Refuses (PT409) to make an account of income of another one, or the reverse, once entries or fines are on it.';
drop trigger if exists _100_produit on app.comptes;
create trigger _100_produit before update on app.comptes
  for each row when (new.produit <> old.produit) execute function app.tg_comptes__produit();
