create or replace function jobs.purge_disponibilites() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['sapeur.lecture', 'sapeur.modification'], null);
    delete from app.indisponibilites i
     where i.sis_key = v_sis_key
       and i.dernier_jour < (app.today() - interval '12 months')::date;
    delete from app.manques_annonces m
     where m.sis_key = v_sis_key
       and m.fin < now() - interval '1 month';
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
comment on function jobs.purge_disponibilites() is
  'Deletes periods 12 months after their last day, and told shortfalls after a month. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.purge_disponibilites() to caserne_worker;
