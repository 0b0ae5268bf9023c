-- They are answered with their intervention, and a body may have 1 MiB: a thousand of them would be too much for the server.
create or replace function app.check_rapports(intervention_id bigint) returns void
  language plpgsql stable
as $$
begin
  if (
    select sum(octet_length(r.corps::text))
      from app.rapports_tablette r
     where r.sis_key = request.sis_key()
       and r.intervention_id = check_rapports.intervention_id
  ) > 8 * 1024 * 1024 then
    raise sqlstate 'PT409' using message = 'Les rapports de tablette de cette intervention dépassent 8 Mio';
  end if;
end;
$$;
comment on function app.check_rapports(bigint) is
  'Refuses (PT409) reports of tablets that are too much for one intervention, all together.';
grant execute on function app.check_rapports(bigint) to caserne_api;
