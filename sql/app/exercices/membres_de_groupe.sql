-- Definer: callers who convoke may not read when people serve.
create or replace function app.membres_de_groupe(groupe_id bigint, day date)
  returns table (sapeur_id bigint, en_service boolean)
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(null, request.sis_key(), array['sapeur.lecture'], null);
  return query
    -- Union drops the groups that were found before.
    with recursive groupes as (
      select g.sis_key, g.id
        from app.groupes g
       where g.sis_key = request.sis_key()
         and g.id = membres_de_groupe.groupe_id
      union
      select g.sis_key, g.id
        from groupes p
        join app.groupes g on g.sis_key = p.sis_key and g.parent_id = p.id
    )
    select s.id, app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
      from app.sapeurs s
     where (s.sis_key, s.id) in (
       select m.sis_key, m.sapeur_id
         from groupes g
         join app.groupe_sapeurs m on m.sis_key = g.sis_key and m.groupe_id = g.id
     );
  perform request.reopen(v_opened);
end;
$$;
comment on function app.membres_de_groupe(bigint, date) is
  'The sapeurs of a group and of all groups below it, each once, and whether they are in service on a day. Definer: callers who convoke may not read when people serve.';
