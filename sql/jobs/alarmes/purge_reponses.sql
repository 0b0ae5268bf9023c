create or replace function jobs.purge_reponses() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config', 'intervention.lecture'], null);
    with gone as (
      delete from app.reponses_alarmes r
       where r.sis_key = v_sis_key
         and r.at < now() - interval '12 months'
      returning r.alarme_id, r.at, r.source, r.reponse
    )
    insert into app.reponses_mensuelles as m (annee, mois, source, reponse, nb, secondes)
    select date_part('year', l.at), date_part('month', l.at), g.source, g.reponse, count(*),
           coalesce(sum(round(extract(epoch from g.at - a.date))), 0)
      from gone g
      join app.alarmes a on a.sis_key = v_sis_key and a.id = g.alarme_id
     cross join lateral (select g.at at time zone app.fuseau()) as l (at)
     group by 1, 2, 3, 4
    on conflict (sis_key, annee, mois, source, reponse)
    do update set nb = m.nb + excluded.nb, secondes = m.secondes + excluded.secondes;
  end loop;
  perform request.open(null, null, null, null);
end;
$$;
comment on function jobs.purge_reponses() is
  'Deletes answers to alarms after 12 months, and keeps how many there were in each month. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.purge_reponses() to caserne_worker;
