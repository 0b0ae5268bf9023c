create or replace function auth.require_whole(sis_key text) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_cellule text;
begin
  perform auth.require_sis(require_whole.sis_key);
  select s.cellule into v_cellule from auth.sis s where s.api_key = require_whole.sis_key;
  if not request.keeps_users() or v_cellule is distinct from (select c.nom from request.cellule c) then
    raise sqlstate 'PT409' using
      message = format('SIS d’une cellule sans comptes (%s) : déplacez-le d’abord dans celle qui les tient (caserne sis move)', v_cellule);
  end if;
end;
$$;
comment on function auth.require_whole(text) is
  'Refuses a SIS that does not live in the database that keeps the accounts, for commands that take both (PT409; PT404 for none).';
