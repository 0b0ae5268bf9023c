-- The journal: each intervention was added, and changed when it was validated. Entries are as audit.tg_journal writes them.
set session_replication_role = replica;
insert into audit.journal (sis_key, id, recorded_at, user_id, ressource, ligne_id, action, avant, apres)
overriding system value
select i.sis_key, i.id * 2 - 1 + n, case n when 0 then i.created_at else i.validated_at end, 2 + p.before + 1 + n, 'interventions', i.id,
       case n when 0 then 'ajout' else 'modification' end,
       case n when 1 then '{"statut": 1, "validated_at": null, "validated_by": null}'::jsonb end,
       case n
         when 0 then to_jsonb(i) - array['updated_at', 'secondes', 'dernier_no_vacant', 'parti_at', 'version', 'sis_key']
                     || '{"statut": 0, "validated_at": null, "validated_by": null, "date_imputation": null}'
         else jsonb_build_object('statut', 2, 'validated_at', i.validated_at, 'validated_by', i.validated_by)
       end
  from app.interventions i
  join bench.interventions p on p.id = i.id
 cross join generate_series(0, 1) as n
 where i.id between current_setting('bench.from')::bigint and current_setting('bench.to')::bigint
   and (n = 0 or i.statut > 1)
   and bench.draw(i.id, 60, 1000) < bench.setting('journal') * 1000
 order by i.id, n;
