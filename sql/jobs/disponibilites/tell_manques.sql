-- A shortfall that was announced is not announced again while it lasts, even if its beginning or end changes.
create or replace function jobs.tell_manques() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_manque record;
  v_annonce app.manques_annonces;
  v_told integer := 0;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['sapeur.lecture', 'sapeur.modification'], null);
    continue when not exists (select from app.effectif_requis r where r.sis_key = v_sis_key);
    for v_manque in
      select m.* from app.manques(now(), now() + interval '1 day') m order by m.debut, m.effectif_requis_id
    loop
      update app.manques_annonces a
         set fin = greatest(a.fin, v_manque.fin)
       where a.sis_key = v_sis_key
         and a.effectif_requis_id = v_manque.effectif_requis_id
         and a.debut <= v_manque.fin
         and a.fin >= v_manque.debut;
      if not found then
        insert into app.manques_annonces (effectif_requis_id, debut, fin, disponibles)
        values (v_manque.effectif_requis_id, v_manque.debut, v_manque.fin, v_manque.disponibles)
        returning * into v_annonce;
        perform jobs.tell_manque(v_annonce);
        v_told := v_told + 1;
      end if;
    end loop;
  end loop;
  perform request.open(null, null, null, null);
  return v_told;
end;
$$;
comment on function jobs.tell_manques() is
  'Tells shortfalls that begin within a day, each once, and returns how many. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.tell_manques() to caserne_worker;
