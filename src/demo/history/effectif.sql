-- Requirements of the SIS, and the figures of the past four weeks, as jobs.keep_disponibilites keeps them each night.

select api.create_effectif_requis(r.requis::jsonb)
  from (values
    ('{"designation": "Porteurs la nuit", "minimum": 10, "condition": {"porteur": true}, "plage": {"debut": "18:00", "fin": "06:00"}}'),
    ('{"designation": "Effectif en journée", "minimum": 14, "plage": {"jours": [1, 2, 3, 4, 5], "debut": "06:00", "fin": "18:00"}}'),
    ('{"designation": "Conducteurs le week-end", "minimum": 2, "condition": {"permis_type_id": 6}, "plage": {"jours": [6, 7]}}'),
    (format('{"designation": "Officiers", "minimum": 2, "condition": {"groupe_id": %s}}',
            (select g.id from app.groupes g where g.sis_key = request.sis_key() and g.no = '90')))
  ) as r (requis);

insert into app.disponibilites_jours (jour, effectif, absents, piquets)
select d.jour::date, e.effectif, e.absents, e.piquets
  from (select current_setting('demo.today')::date) as t (today)
 cross join lateral generate_series(t.today - 28, t.today - 1, interval '1 day') as d (jour)
 cross join lateral app.effectif_du_jour(d.jour::date) e
 order by d.jour;
