create or replace function app.add_homonymes(sapeur json, id bigint) returns json
  language sql stable
as $$
  select case
           when h.noms is null then sapeur
           else (sapeur::jsonb || jsonb_build_object(
             'avertissements', coalesce(sapeur::jsonb -> 'avertissements', '[]') || h.noms))::json
         end
    from (
      select jsonb_agg(distinct 'nom : peut-être connu, comme « ' || o.nom_prenom || ' »') as noms
        from app.sapeurs s
        join app.sapeurs o on o.sis_key = s.sis_key and o.id <> s.id and request.same_name(o.nom_prenom, s.nom_prenom)
       where s.sis_key = request.sis_key()
         and s.id = add_homonymes.id
    ) h
$$;
comment on function app.add_homonymes(json, bigint) is
  'A sapeur on the wire, with a warning for other people of their SIS of the same name; unchanged without any.';
grant execute on function app.add_homonymes(json, bigint) to caserne_api;
