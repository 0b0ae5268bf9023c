-- Not by the clock: a transaction that began earlier may commit later, and its change would stand before alarms that
-- were read already. A snapshot tells of each transaction whether it was seen. A snapshot in the future is of another
-- database, so the stream begins anew.
create or replace function api.watch_alarmes(apres text default null) returns json
  language sql stable
as $$
  with start as materialized (
    select v.seen, v.since, coalesce(pg_snapshot_xmax(v.since) > pg_snapshot_xmax(v.seen), true) as complet
      -- Written for a URL, without the characters that have a meaning there.
      from (select pg_current_snapshot(), translate(watch_alarmes.apres, '-_', ':,')::pg_snapshot) as v (seen, since)
  )
  select json_build_object(
           'complet', d.complet,
           'apres', translate(d.seen::text, ':,', '-_'),
           'alarmes', api.as_json(array(
             select o
               from app.alarmes o
              where o.sis_key = request.sis_key()
                and not o.validated
                and d.complet
             union all
             select c
               from app.alarmes c
              where c.sis_key = request.sis_key()
                and c.changed_in >= pg_snapshot_xmin(d.since)
                and not pg_visible_in_snapshot(c.changed_in, d.since)
                -- Rows of a restored database are old, whatever transaction wrote them elsewhere.
                and c.changed_in < pg_snapshot_xmax(d.seen)
                and not d.complet
           ))
         )
    from start d
$$;
comment on function api.watch_alarmes(text) is
  'The next alarms of a stream: {complet, apres, alarmes}. Without a known place (apres of an earlier answer) all alarms that are not validated (complet), else each that has changed since.';
grant execute on function api.watch_alarmes(text) to caserne_api;
