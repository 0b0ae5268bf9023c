-- Not by the clock: a transaction that began earlier may commit later, and its change would stand before what has been read already. A
-- snapshot says of each transaction whether it was seen. One that lies ahead is of another database: then all begins anew.
create or replace function api.watch_alarmes(apres text default null) returns json
  language sql stable
as $$
  with depart as materialized (
    select v.vue, v.depuis, coalesce(pg_snapshot_xmax(v.depuis) > pg_snapshot_xmax(v.vue), true) as complet
      -- As it stands in an address: without the signs that have a meaning there.
      from (select pg_current_snapshot(), translate(watch_alarmes.apres, '-_', ':,')::pg_snapshot) as v (vue, depuis)
  )
  select json_build_object(
           'complet', d.complet,
           'apres', translate(d.vue::text, ':,', '-_'),
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
                and c.changed_in >= pg_snapshot_xmin(d.depuis)
                and not pg_visible_in_snapshot(c.changed_in, d.depuis)
                -- What a restored database brings along is old, whatever transaction wrote it elsewhere.
                and c.changed_in < pg_snapshot_xmax(d.vue)
                and not d.complet
           ))
         )
    from depart d
$$;
comment on function api.watch_alarmes(text) is
  'What a stream of alarms shows next: {complet, apres, alarmes}. From null, or a place that is unknown, all alarms not yet validated (complet); from a place on (apres, of an earlier answer) each that has changed since.';
grant execute on function api.watch_alarmes(text) to caserne_api;
