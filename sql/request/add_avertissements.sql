create or replace function request.add_avertissements(answer json, body jsonb, variadic names text[]) returns json
  language sql immutable
as $$
  select case
           when n.avertissements is null then answer
           else (answer::jsonb || jsonb_build_object('avertissements', n.avertissements))::json
         end
    from (
      select jsonb_agg(k.champ || ' : des signes invisibles ont été retirés' order by k.no) as avertissements
        from unnest(names) with ordinality k (champ, no)
       where request.clean_name(body ->> k.champ) <> normalize(btrim(body ->> k.champ), nfc)
    ) n
$$;
comment on function request.add_avertissements(json, jsonb, text[]) is
  'A record on the wire, with a warning for each of these names of a body that held invisible signs; unchanged without any.';
grant execute on function request.add_avertissements(json, jsonb, text[]) to caserne_api;
