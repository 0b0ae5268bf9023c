-- Not by the clock: a transaction that began earlier may commit later, and its change would stand before what has been read already.
-- Of every transaction below pg_snapshot_xmin it is known how it ended, so nothing can still appear there; what is read from there
-- on once more is known by its version. A place beyond all transactions is of another database: then all begins anew.
create or replace function api.watch_alarmes(apres text default null) returns json
  language sql stable
as $$
  with depart as materialized (
    select pg_snapshot_xmin(v.vue) as debut, pg_snapshot_xmax(v.vue) as fin,
           coalesce(apres::xid8 > pg_snapshot_xmax(v.vue), true) as complet
      from (select pg_current_snapshot()) as v (vue)
  ),
  lues as materialized (
    select o as alarme, o.id, o.changed_in
      from app.alarmes o
     where o.sis_key = request.sis_key()
       and not o.validated
       and (select d.complet from depart d)
    union all
    select c, c.id, c.changed_in
      from app.alarmes c
     where c.sis_key = request.sis_key()
       and c.changed_in >= apres::xid8
       -- What a restored database brings along is old, whatever transaction wrote it elsewhere.
       and c.changed_in < (select d.fin from depart d)
       and not (select d.complet from depart d)
  ),
  placees as (
    select l.id, l.changed_in, least(lead(l.changed_in) over (order by l.changed_in, l.id), d.debut) as suite
      from lues l
     cross join depart d
  )
  select json_build_object(
           'complet', d.complet,
           'apres', d.debut::text,
           'evenements', (
             select coalesce(
                      json_agg(
                        json_build_object('id', p.suite::text, 'version', p.changed_in::text, 'alarme', e.alarme)
                        order by p.changed_in, p.id
                      ),
                      '[]'
                    )
               from json_array_elements(api.as_json(array(select l.alarme from lues l))) as e (alarme)
               join placees p on p.id = (e.alarme ->> 'id')::bigint
           )
         )
    from depart d
$$;
comment on function api.watch_alarmes(text) is
  'What a stream of alarms shows next: {complet, apres, evenements: [{id, version, alarme}]}. From null, or a place that is unknown, all alarms not yet validated (complet); from a place on (apres, the id of an event) all that have changed since.';
grant execute on function api.watch_alarmes(text) to caserne_api;
