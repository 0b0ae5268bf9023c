-- People who were not reached have not answered. The centre's words count for people who are matched to nobody; those
-- who have not answered are counted only if they are known here. Each alarm is looked up by itself: two policies let
-- rows pass, joined by "or", and without statistics the planner would look both up in all answers of the SIS.
-- Materialized, so that people are joined once and not for each alarm.
create or replace function app.effectif_alarmes(alarme_ids bigint[]) returns table (alarme_id bigint, reponses json, effectif json)
  language sql stable
as $$
  with dernieres as materialized (
    select d.*
      from (select distinct i.id from unnest(alarme_ids) as i (id)) a
     cross join lateral (
       select distinct on (r.sapeur_id, p.nom) r.*
         from app.reponses_alarmes r
        cross join lateral (select case when r.sapeur_id is null then r.nom_complet end) as p (nom)
        where r.sis_key = request.sis_key()
          and r.alarme_id = a.id
        order by r.sapeur_id, p.nom, r.id desc
     ) d
  )
  select d.alarme_id,
         coalesce(json_agg(json_build_object(
           'sapeur_id', d.sapeur_id,
           'nom_prenom', coalesce(s.nom_prenom, d.nom_complet),
           'reponse', d.reponse,
           'delai', d.delai,
           'remarque', d.remarque,
           'at', request.utc(d.at),
           'source', d.source
         ) order by d.id) filter (where d.reponse <> 'aucune'), '[]'),
         json_build_object(
           'vient', count(*) filter (where d.reponse = 'vient'),
           'plus_tard', count(*) filter (where d.reponse = 'plus_tard'),
           'ne_vient_pas', count(*) filter (where d.reponse = 'ne_vient_pas'),
           'sans_reponse', count(*) filter (where d.reponse in ('pas_atteint', 'aucune') and d.sapeur_id is not null),
           'porteurs', count(*) filter (where d.reponse = 'vient' and d.porteur),
           'chefs', count(*) filter (where d.reponse = 'vient' and d.chef)
         )
    from dernieres d
    left join app.sapeurs s on s.sis_key = request.sis_key() and s.id = d.sapeur_id
   group by d.alarme_id
$$;
comment on function app.effectif_alarmes(bigint[]) is
  'For each of these alarms that has answers: the last answer of each person, oldest first, and how many come, on the wire.';
grant execute on function app.effectif_alarmes(bigint[]) to caserne_api;
