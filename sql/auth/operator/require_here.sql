create or replace function auth.require_here(sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_cellule text;
begin
  perform auth.require_sis(require_here.sis_key);
  select s.cellule into v_cellule from auth.sis s where s.api_key = require_here.sis_key;
  if v_cellule is distinct from (select c.nom from request.cellule c) then
    raise sqlstate 'PT409' using
      message = format('Ce SIS vit dans la cellule %s : lancez la commande avec la base de celle-ci (DATABASE_URL)', v_cellule);
  end if;
end;
$$;
comment on function auth.require_here(text) is 'Refuses a SIS that lives in another cell, for the operator (PT409; PT404 for none).';
