-- All interventions but the last twelve are validated.

update app.interventions i
   set statut = 2,
       validated_by = v.name,
       validated_at = app.instant_fin(i) + interval '3 days'
  from (
    select id, row_number() over (order by date_debut desc, heure_debut desc) as rang
      from app.interventions
     where sis_key = request.sis_key()
       and date_debut < current_setting('demo.today')::date
  ) r,
  (
    select u.name
      from auth.users u
     where u.email = case request.sis_key() when 'hs' then 'commandant@example.org' else 'autre@example.org' end
  ) v
 where i.sis_key = request.sis_key()
   and i.id = r.id
   and pg_temp.of_part(i.date_debut)
   and i.statut = 1
   and r.rang > 12;
