create or replace function app.check_module(module smallint) returns void
  language plpgsql immutable
as $$
begin
  if module not in (0, 8) then
    raise sqlstate 'PT409' using
      message = 'Seuls les divers et les remboursements se saisissent à la main : les autres écritures se changent là d’où elles viennent';
  end if;
end;
$$;
comment on function app.check_module(smallint) is
  'Refuses (PT409) to write an entry by hand that is made from something else, such as an intervention.';
grant execute on function app.check_module(smallint) to caserne_api;
