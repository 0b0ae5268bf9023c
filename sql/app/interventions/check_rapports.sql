-- GET answers an intervention with all its reports, and one body may have 1 MiB. A thousand of them would be too much
-- for the server.
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
  'Refuses (PT409) an intervention whose reports of tablets together exceed 8 MiB.';
grant execute on function app.check_rapports(bigint) to caserne_api;
