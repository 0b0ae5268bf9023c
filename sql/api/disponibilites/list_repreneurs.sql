-- Definer: sapeurs without any permission may know which colleagues they can ask, and nothing else about them.
create or replace function api.list_repreneurs(id bigint) returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_piquet app.piquets;
  v_jour   date;
begin
  select q.* into v_piquet
    from app.piquets q
   where q.sis_key = request.sis_key()
     and q.id = list_repreneurs.id
     and (request.sapeur_id() = q.sapeur_id or request.can('sapeur.lecture') or request.can('sapeur.modification'));
  if v_piquet.id is null then
    return null;
  end if;
  v_jour := (v_piquet.debut at time zone app.fuseau())::date;
  return (
    select coalesce(json_agg(json_build_object('sapeur_id', s.id, 'nom_prenom', s.nom_prenom) order by s.nom_prenom, s.id), '[]')
      from app.sapeurs s
     where s.sis_key = v_piquet.sis_key
       and s.type <> 1
       and s.id <> v_piquet.sapeur_id
       and app.is_actif(s.sis_key, s.id, s.type, s.desactive, v_jour)
       and (v_piquet.groupe_id is null or exists (
         select from app.groupe_sapeurs g
          where g.sis_key = s.sis_key and g.sapeur_id = s.id and g.groupe_id = v_piquet.groupe_id))
       and not exists (
         select from app.piquets p
          where p.sis_key = s.sis_key and p.sapeur_id = s.id and p.fin > v_piquet.debut and p.debut < v_piquet.fin)
  );
end;
$$;
comment on function api.list_repreneurs(bigint) is
  'Sapeurs who could take over a standby: those in service, of its group if it has one, who are not on standby at that time. Null unless it is the caller''s own, or with sapeur.lecture. Definer: sapeurs without any permission may know which colleagues they can ask.';
grant execute on function api.list_repreneurs(bigint) to caserne_api;
