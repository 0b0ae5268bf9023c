create or replace function jobs.keep_disponibilites() returns integer
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_sis_key text;
  v_kept integer := 0;
  v_n integer;
begin
  for v_sis_key in select h.sis_key from request.homes h order by h.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config', 'sapeur.lecture'], null);
    insert into app.disponibilites_jours (jour, effectif, absents, piquets)
    select d.jour::date, e.effectif, e.absents, e.piquets
      from generate_series(
             -- A worker that was away catches up a month.
             greatest((select max(j.jour) + 1 from app.disponibilites_jours j where j.sis_key = v_sis_key), app.today() - 31)::timestamp,
             (app.today() - 1)::timestamp, interval '1 day') as d (jour)
     cross join lateral app.effectif_du_jour(d.jour::date) e
    on conflict do nothing;
    get diagnostics v_n = row_count;
    v_kept := v_kept + v_n;
  end loop;
  perform request.open(null, null, null, null);
  return v_kept;
end;
$$;
comment on function jobs.keep_disponibilites() is
  'Keeps the figures of the days that are over since the last that were kept, and returns how many days. Definer: visits every SIS that lives here, each under its own policies.';
grant execute on function jobs.keep_disponibilites() to caserne_worker;
