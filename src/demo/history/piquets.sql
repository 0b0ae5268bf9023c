-- The standby plan: an officer, a driver and a wearer of breathing apparatus, a week each, from eight weeks ago on. One of
-- them asks the commander to take over their next week.

with people as (
  select id, row_number() over (order by id)::integer as n from app.sapeurs where sis_key = request.sis_key() and type = 0
)
select api.create_piquets_rotation(jsonb_build_object(
         'sapeurs', (select jsonb_agg(p.id order by t.place) from unnest(r.tournus) with ordinality as t (n, place) join people p using (n)),
         'debut', to_char(date_trunc('week', current_setting('demo.today')::timestamp) - interval '8 weeks', 'YYYY-MM-DD') || ' 07:00',
         'semaines', 17, 'groupe_id', g.id, 'fonction_id', r.fonction_id))
  from (values (array[5, 3, 2, 1], '90', 4), (array[16, 18, 6, 20, 8], '91', 8), (array[22, 13, 17], '91', 7)) as r (tournus, no, fonction_id)
  join app.groupes g on g.sis_key = request.sis_key() and g.no = r.no;

update app.piquets q
   set repreneur_id = p.ids[1]
  from (select array_agg(id order by id) as ids from app.sapeurs where sis_key = request.sis_key() and type = 0) p
 where q.sis_key = request.sis_key()
   and q.sapeur_id = p.ids[3]
   and q.debut = request.instant_of(date_trunc('week', current_setting('demo.today')::timestamp) + interval '7 days 7 hours', app.fuseau());
