-- Example: intervention from 14:00, rétablissement from 16:00. The time of intervention is all time before 16:00, that
-- of rétablissement all time from 16:00 on.
create or replace function app.temps_phases(debuts timestamptz[], types bigint[], phase_type_id bigint)
  returns tstzmultirange
  language sql immutable parallel safe
as $$
  select case
           when phase_type_id is null then '{(,)}'
           else coalesce(
             range_agg(tstzrange(case when p.n > 1 then p.debut end, p.suivante)) filter (where p.type = phase_type_id),
             '{}')
         end
    from (
      select p.debut, p.type, row_number() over phases as n, lead(p.debut) over phases as suivante
        from unnest(debuts, types) with ordinality as p (debut, type, no)
      window phases as (order by p.debut, p.no)
    ) p
$$;
comment on function app.temps_phases(timestamptz[], bigint[], bigint) is
  'The time of the phases of one type (null: all time): a phase lasts until the next one begins, and the first phase has all time before.';
grant execute on function app.temps_phases(timestamptz[], bigint[], bigint) to caserne_api;
