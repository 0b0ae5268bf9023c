create or replace function api.create_piquets_rotation(body jsonb) returns json
  language plpgsql volatile
as $$
declare
  v_fuseau text := app.fuseau();
  v_debut timestamp := request.read_instant(body ->> 'debut', v_fuseau) at time zone v_fuseau;
  v_sapeurs bigint[] := array(select jsonb_array_elements_text(body -> 'sapeurs')::bigint);
  v_json json;
begin
  perform request.refuse_missing('sapeurs', v_sapeurs, array(
    select s.id from app.sapeurs s where s.sis_key = request.sis_key() and s.id = any (v_sapeurs)));
  with plan as (
    insert into app.piquets (sapeur_id, groupe_id, fonction_id, debut, fin)
    select v_sapeurs[1 + n % cardinality(v_sapeurs)], (body ->> 'groupe_id')::bigint, (body ->> 'fonction_id')::bigint,
           request.instant_of(v_debut + n * interval '1 week', v_fuseau), request.instant_of(v_debut + (n + 1) * interval '1 week', v_fuseau)
      from generate_series(0, (body ->> 'semaines')::integer - 1) n
     order by n
    returning api.as_json(piquets, (select app.fuseau())) as json, debut
  )
  select json_agg(p.json order by p.debut) into v_json from plan p;
  return v_json;
end;
$$;
comment on function api.create_piquets_rotation(jsonb) is
  'Puts the people of a list on standby, a week each, one after the other and again from the first {sapeurs, debut, semaines, groupe_id, fonction_id}: all weeks or none. PT409 when one of them is already at that time, PT422.';
grant execute on function api.create_piquets_rotation(jsonb) to caserne_api;
