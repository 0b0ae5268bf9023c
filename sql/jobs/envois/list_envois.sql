create or replace function jobs.list_envois(sis_key text, lot text, after bigint, limite integer) returns json
  language plpgsql volatile security definer set search_path = '' set enable_seqscan = off
as $$
begin
  perform request.open(null, sis_key, array['sis.config'], null);
  return (
    select coalesce(json_agg(json_build_object(
             'id', e.id, 'tentatives', e.tentatives, 'contenu', e.contenu, 'abonnement', encode(e.abonnement, 'hex')) order by e.id), '[]')
      from (
        select e.id, e.tentatives, e.contenu, a.abonnement
          from app.envois e
          join app.appareils a on a.sis_key = e.sis_key and a.id = e.appareil_id
         where e.sis_key = list_envois.sis_key
           and e.lot = list_envois.lot
           and e.id > after
           and e.canal = 'webpush'
           and e.etat = 'attente'
           and e.next_try_at <= clock_timestamp()
         order by e.id
         limit limite
      ) e
  );
end;
$$;
comment on function jobs.list_envois(text, text, bigint, integer) is
  'Rows of a lot after this id that are to be handed over to devices now: [{id, tentatives, contenu, abonnement (sealed, hexadecimal)}]. Definer: the worker holds no right on any table.';
grant execute on function jobs.list_envois(text, text, bigint, integer) to caserne_worker;
