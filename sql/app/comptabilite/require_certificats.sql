create or replace function app.require_certificats(feuille json) returns json
  language plpgsql stable strict
as $$
begin
  if feuille ->> 'certificats' is null then
    raise sqlstate 'PT409' using message = 'Aucun paiement dans un décompte payé de cet exercice comptable';
  end if;
  return feuille;
end;
$$;
comment on function app.require_certificats(json) is
  'The contents of salary certificates (app.feuille_certificats); refuses (PT409) a year that paid nobody.';
grant execute on function app.require_certificats(json) to caserne_api;
