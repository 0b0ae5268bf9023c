create or replace function app.publish_sapeur(sis_key text, id bigint) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(nullif(v_opened[1], '')::bigint, publish_sapeur.sis_key, array['sapeur.lecture', 'sapeur.modification'], null);
  -- If two transactions change one sapeur, the second waits here, and then reads what the first has written.
  perform from auth.sapeurs a where a.sis_key = publish_sapeur.sis_key and a.id = publish_sapeur.id for no key update;
  insert into auth.sapeurs as a (sis_key, id, nom_prenom, email, email_garanti, service)
  select s.sis_key, s.id, s.nom_prenom, coalesce(p.email, ''), coalesce(p.email_garanti, false),
         case
           when s.type = 0
           then (
             select range_agg(tstzrange(request.instant_of(m.incorporation, f.fuseau), request.instant_of(m.sortie + 1, f.fuseau)))
               from app.mutations m
              where m.sis_key = s.sis_key and m.sapeur_id = s.id
           )
         end
    from app.sapeurs s
   cross join (select app.fuseau() as fuseau) f
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
   where s.sis_key = publish_sapeur.sis_key
     and s.id = publish_sapeur.id
  on conflict on constraint sapeurs_pkey do update
     set nom_prenom = excluded.nom_prenom, email = excluded.email, email_garanti = excluded.email_garanti, service = excluded.service
   where (a.nom_prenom, a.email, a.email_garanti, a.service)
         is distinct from (excluded.nom_prenom, excluded.email, excluded.email_garanti, excluded.service);
  perform request.reopen(v_opened);
end;
$$;
comment on function app.publish_sapeur(text, bigint) is
  'Writes a sapeur as accounts know them (auth.sapeurs), from any request or none.';
