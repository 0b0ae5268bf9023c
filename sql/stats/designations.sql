-- Definer: readers of figures for the accounts (comptabilite.lecture) may not read vehicles and materials, and see only
-- their names here.
create or replace function stats.designations(par text)
  returns table (id bigint, designation text, tri integer)
  language sql stable security definer set search_path = ''
as $$
  select c.id, c.designation, c.tri
    from stats.liste_categories(par) c
  union all
  select t.id, t.designation, t.tri
    from app.types_intervention t
   where par = 'type_intervention'
     and t.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
  union all
  select t.id, t.designation, t.tri
    from app.intervention_traitements t
   where par = 'intervention_traitement'
  union all
  select v.id, v.designation, v.tri
    from app.vehicules v
   where par = 'vehicule'
     and v.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
  union all
  select m.id, m.designation, m.tri
    from app.materiels m
   where par = 'materiel'
     and m.sis_key = request.sis_with('intervention.lecture', 'comptabilite.lecture')
$$;
comment on function stats.designations(text) is
  'Names and list positions of the things that figures are by: stat_federal, stat_intervention, type_intervention, intervention_traitement, vehicule or materiel. Definer: readers of figures for the accounts may see no more of vehicles and materials.';
grant execute on function stats.designations(text) to caserne_api;
