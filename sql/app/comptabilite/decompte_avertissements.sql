-- Definer: callers who make décomptes need not see birth dates. The function tells only whose is missing.
create or replace function app.decompte_avertissements(deduction boolean, sapeur_ids bigint[]) returns json
  language sql stable security definer set search_path = ''
as $$
  select coalesce(
           json_agg(s.nom_prenom || ' n’a pas de date de naissance : ses cotisations ne tiennent pas compte de son âge'
                    order by s.nom_prenom, s.id),
           '[]')
    from app.cotisants(sapeur_ids) c
    join app.sapeurs s on s.sis_key = request.sis_key() and s.id = c.sapeur_id
   where deduction
     and c.cotise
     and c.naissance is null
$$;
comment on function app.decompte_avertissements(boolean, bigint[]) is
  'A sentence for each sapeur whose contributions were withheld without knowing their birth date. Definer: to see whose is missing.';
grant execute on function app.decompte_avertissements(boolean, bigint[]) to caserne_api;
