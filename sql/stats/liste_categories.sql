-- begin atomic parses the body when the function is made: analysts call it through views of stats and may not use names
-- of app.
create or replace function stats.liste_categories(par text)
  returns table (id bigint, designation text, tri integer)
  language sql stable
begin atomic
  select f.id, f.designation, f.tri
    from app.stat_federal f
   where par = 'stat_federal'
  union all
  select s.id, s.designation, s.tri
    from app.stat_intervention s
   where par = 'stat_intervention';
end;
comment on function stats.liste_categories(text) is 'Categories of stat_federal or stat_intervention.';
grant execute on function stats.liste_categories(text) to caserne_api, caserne_analyst, caserne_national;
