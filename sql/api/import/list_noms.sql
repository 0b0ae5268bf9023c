create or replace function api.list_noms() returns table (colonne text, id bigint, nom text)
  language sql stable
as $$
  select 'civilite', c.id, c.designation from app.civilites c
  union all
  select 'localite', l.id, l.npa || ' ' || l.nom from app.localites l
  union all
  select 'stat_federal', f.id, f.designation from app.stat_federal f
  union all
  select 'intervention_traitement', i.id, i.designation from app.intervention_traitements i
  union all
  select 'type_unite', u.id, u.designation from app.unites u
  union all
  select 'type_intervention', t.id, t.designation from app.types_intervention t where t.sis_key = request.sis_key()
  union all
  select 'sapeur', s.id, s.nom_prenom from app.sapeurs s where s.sis_key = request.sis_key()
$$;
comment on function api.list_noms() is
  'Ids and names that files of an import may use instead of ids, by column. For the operator, not granted.';
