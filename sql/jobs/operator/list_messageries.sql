create or replace function jobs.list_messageries() returns json
  language plpgsql volatile set search_path = ''
as $$
declare
  v_sis_key text;
  v_found json[] := array[]::json[];
begin
  for v_sis_key in select distinct r.sis_key from jobs.releves r where request.is_home(r.sis_key) order by r.sis_key loop
    perform request.open(null, v_sis_key, array['sis.config'], null);
    v_found := v_found || array(
      select json_build_object(
               'id', b.id, 'sis_key', b.sis_key, 'host', b.host, 'port', b.port, 'securite', b.securite,
               'utilisateur', b.utilisateur, 'mot_de_passe', encode(b.mot_de_passe, 'base64'), 'dossier', b.dossier,
               'dossier_traite', b.dossier_traite, 'expediteurs', to_json(b.expediteurs), 'lire_depuis', b.lire_depuis,
               'unread', case when jobs.unread_since(r) is not null
                           then extract(epoch from clock_timestamp() - coalesce(r.last_success_at, b.created_at))
                         end
             )
        from app.messageries b
        join jobs.releves r on r.sis_key = b.sis_key and r.messagerie_id = b.id
       where b.sis_key = v_sis_key
         and b.active
       order by b.id
    );
  end loop;
  return to_json(v_found);
end;
$$;
comment on function jobs.list_messageries() is
  'All active mailboxes with their settings (passwords sealed, base64), and for how many seconds nobody has read them (null: they are read), for the operator.';
