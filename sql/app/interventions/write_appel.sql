create or replace function app.write_appel(intervention_id bigint, ligne jsonb) returns void
  language plpgsql volatile
as $$
declare
  v_date timestamptz := request.read_instant(ligne ->> 'date', app.fuseau());
begin
  if ligne ? 'id' then
    update app.intervention_appels a
       set (date, numero, nom, commentaire) = (
         select coalesce(v_date, a.date), n.numero, n.nom, coalesce(n.commentaire, '')
           from jsonb_populate_record(a, ligne) n
       )
     where a.sis_key = request.sis_key()
       and a.intervention_id = write_appel.intervention_id
       and a.id = (ligne ->> 'id')::bigint;
    if not found then
      raise sqlstate 'PT422' using message = 'Cet appel n’existe pas.', detail = 'id';
    end if;
  else
    insert into app.intervention_appels (intervention_id, date, numero, nom, commentaire)
    select write_appel.intervention_id, v_date, n.numero, n.nom, coalesce(n.commentaire, '')
      from jsonb_populate_record(null::app.intervention_appels, ligne) n;
    if (ligne ->> 'nouveau_numero')::boolean then
      insert into app.telephones_utiles (nom, numero)
      select n.nom, n.numero
        from jsonb_populate_record(null::app.telephones_utiles, ligne) n
       where n.nom <> ''
         and n.numero <> ''
         and not exists (
           select
             from app.telephones_utiles t
            where t.sis_key = request.sis_key()
              and coalesce(app.e164(t.numero), t.numero) = coalesce(app.e164(n.numero), n.numero)
         );
    end if;
  end if;
end;
$$;
comment on function app.write_appel(bigint, jsonb) is
  'Adds a telephone call {date, numero, nom, commentaire, nouveau_numero}, and its number to the useful ones if nouveau_numero is true; or changes the call with the given id. PT422 for an unknown id.';
grant execute on function app.write_appel(bigint, jsonb) to caserne_api;
