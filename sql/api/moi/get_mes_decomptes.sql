-- Definer: a statement of account concerns other sapeurs too, so those it pays may not read it. The function shows its
-- designation only.
create or replace function api.get_mes_decomptes(exercice_comptable_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'paiements', coalesce(
      (
        select json_agg(api.as_json(p.paiement, d.designation) order by p.date, p.id)
          from app.decomptes d
          -- Lateral with offset 0: payments are looked up by statement, not read for all years of the sapeur.
         cross join lateral (
           select m as paiement, m.date, m.id
             from app.paiements m
            where m.sis_key = request.sis_key()
              and m.decompte_id = d.id
              and m.sapeur_id = request.sapeur_id()
           offset 0
         ) p
         where d.sis_key = request.sis_key()
           and d.exercice_comptable_id = x.id
      ),
      '[]'
    ),
    'ecritures', coalesce(
      (
        select json_agg(api.as_json(e) order by e.date, e.id)
          from app.ecritures e
         where e.sis_key = request.sis_key()
           and e.sapeur_id = request.sapeur_id()
           and e.exercice_comptable_id = x.id
      ),
      '[]'
    )
  )
    from app.exercices_comptables x
   where x.sis_key = request.sis_key()
     and x.id = get_mes_decomptes.exercice_comptable_id
$$;
comment on function api.get_mes_decomptes(bigint) is
  'Payments to the calling sapeur and entries owed to them in an accounting year; null when the year does not exist. Definer: they may not read the statements themselves.';
grant execute on function api.get_mes_decomptes(bigint) to caserne_api;
