create or replace function app.moments_ecrits(corps jsonb) returns jsonb
  language sql immutable
as $$
  select jsonb_strip_nulls(jsonb_build_object(
    'debut', coalesce(corps ->> 'debut', (corps ->> 'date_debut') || ' ' || (corps ->> 'heure_debut')),
    'fin', coalesce(corps ->> 'fin', coalesce(corps ->> 'date_fin', corps ->> 'date_debut') || ' ' || (corps ->> 'heure_fin'))))
$$;
comment on function app.moments_ecrits(jsonb) is
  'The start and end of an intervention {debut, fin}, as its body has them.';
grant execute on function app.moments_ecrits(jsonb) to caserne_api;

create or replace function app.tell_sautees(moments jsonb) returns text
  language sql stable
as $$
  select string_agg(format('%s : l’heure %s n’existe pas cette nuit-là, elle est devenue %s', m.key, to_char(l.local, 'HH24:MI'), to_char(l.lue, 'HH24:MI')), ', ' order by m.key)
    from jsonb_each_text(moments) m
   cross join app.fuseau() as f (fuseau)
   cross join lateral (
     select m.value::timestamp, request.read_instant(m.value, f.fuseau) at time zone f.fuseau
      where m.value !~ '(Z|[+-]\d\d:?\d\d)$'
   ) as l (local, lue)
   where m.key in ('debut', 'fin', 'date', 'date_time')
     and l.local <> l.lue
$$;
comment on function app.tell_sautees(jsonb) is
  'A sentence about local times of the keys debut, fin, date and date_time that clocks skip, and what is read instead; null without any.';
grant execute on function app.tell_sautees(jsonb) to caserne_api;

create or replace function app.add_sautees(answer json, body jsonb) returns json
  language sql stable
as $$
  select case
           when t.sentence is null then answer
           else request.merge(answer, json_build_object('avertissements', json_build_array(t.sentence)))
         end
    from app.tell_sautees(app.moments_ecrits(body)) as t (sentence)
$$;
comment on function app.add_sautees(json, jsonb) is
  'An intervention on the wire, with a warning where its body has a local time that clocks skip; unchanged otherwise.';
grant execute on function app.add_sautees(json, jsonb) to caserne_api;
