create or replace function app.add_avertissements(sapeur json, body jsonb) returns json
  language sql immutable
as $$
  select case
           when n.avertissements is null then sapeur
           else (sapeur::jsonb || jsonb_build_object('avertissements', n.avertissements))::json
         end
    from (
      select jsonb_agg(k.champ || ' : des signes invisibles ont été retirés' order by k.no) as avertissements
        from unnest(array['nom', 'prenom', 'suffixe']) with ordinality k (champ, no)
       where request.clean_name(body ->> k.champ) <> normalize(btrim(body ->> k.champ), nfc)
    ) n
$$;
comment on function app.add_avertissements(json, jsonb) is
  'A sapeur on the wire, with the warnings of the names in a body; unchanged without any.';
grant execute on function app.add_avertissements(json, jsonb) to caserne_api;
