create or replace function app.read_moments_ligne(intervention_id bigint, ligne jsonb) returns jsonb
  language sql stable
as $$
  select ligne || jsonb_strip_nulls(jsonb_build_object(
           'debut', request.local_instant(d.debut, d.fuseau),
           'fin', request.local_instant(request.read_instant(ligne ->> 'fin', d.fuseau, d.debut), d.fuseau),
           'date_time', request.local_instant(request.read_instant(ligne ->> 'date_time', d.fuseau, d.intervention), d.fuseau)))
    from (
      select z.fuseau, z.intervention, request.read_instant(ligne ->> 'debut', z.fuseau, z.intervention) as debut
        from (select app.fuseau() as fuseau, app.debut_intervention(intervention_id) as intervention) z
    ) d
$$;
comment on function app.read_moments_ligne(bigint, jsonb) is
  'A mission, phase or jalon with its local times as instants. A time that comes twice is the first one that is not before the intervention, or before its own start.';
grant execute on function app.read_moments_ligne(bigint, jsonb) to caserne_api;
