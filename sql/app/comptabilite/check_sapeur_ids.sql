create or replace function app.check_sapeur_ids(sapeur_ids bigint[]) returns void
  language plpgsql stable
as $$
begin
  if exists (
    select
      from unnest(sapeur_ids) as t (id)
     where not exists (select from app.sapeurs s where s.sis_key = request.sis_key() and s.id = t.id)
  ) then
    raise sqlstate 'PT422' using message = 'Ce sapeur n’existe pas.', detail = 'sapeur_ids';
  end if;
end;
$$;
comment on function app.check_sapeur_ids(bigint[]) is
  'Refuses (PT422) a choice of sapeurs that names one who does not exist.';
