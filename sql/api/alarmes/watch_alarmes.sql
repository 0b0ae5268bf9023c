-- Not by the clock: a transaction that began earlier may commit later, and its change would stand before alarms that
-- were read already. A snapshot tells of each transaction whether it was seen. A snapshot in the future is of another
-- database, and a snapshot of another timeline may have seen transactions that were lost: the stream starts over. So it
-- does when the SIS has moved (request.place). The release before gave places without a timeline. They are taken as
-- places of this one.
create or replace function api.watch_alarmes(apres text default null) returns json
  language sql stable
as $$
  with start as materialized (
    select v.seen, v.since, v.place,
           coalesce(pg_snapshot_xmax(v.since) > pg_snapshot_xmax(v.seen) or coalesce(p.place <> v.place, false), true) as complet
      -- `place.snapshot`, written for a URL, without the characters that have a meaning there.
      from (
             select substring(watch_alarmes.apres from '^(\d+)\.')::bigint as place,
                    translate(regexp_replace(watch_alarmes.apres, '^\d+\.', ''), '-_', ':,')::pg_snapshot as since
           ) p,
           lateral (select pg_current_snapshot(), p.since, request.place()) as v (seen, since, place)
  )
  select json_build_object(
           'complet', d.complet,
           'apres', d.place || '.' || translate(d.seen::text, ':,', '-_'),
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
           )),
           'reponses', (
             select coalesce(json_agg(json_build_object('alarme_id', e.alarme_id::text, 'reponses', e.reponses, 'effectif', e.effectif)
                                      order by e.alarme_id), '[]')
               from app.effectif_alarmes(array(
                 select r.alarme_id
                   from app.reponses_alarmes r
                  where r.sis_key = request.sis_key()
                    and r.changed_in >= pg_snapshot_xmin(d.since)
                    and not pg_visible_in_snapshot(r.changed_in, d.since)
                    and r.changed_in < pg_snapshot_xmax(d.seen)
                    and not d.complet
               )) e
           )
         )
    from start d
$$;
comment on function api.watch_alarmes(text) is
  'The next alarms of a stream: {complet, apres, alarmes, reponses}. Without a known place (apres of an earlier answer) all alarms that are not validated (complet), else each that has changed since. reponses: for each alarm that was answered since, all its answers and their counts.';
grant execute on function api.watch_alarmes(text) to caserne_api;
