create or replace function stats.designees(par text, lignes json) returns json
  language sql stable strict
as $$
  select coalesce(json_agg(
           l.ligne || jsonb_build_object('designation', d.designation) order by d.tri, d.designation, d.id
         ), '[]')
    from jsonb_array_elements(lignes::jsonb) as l (ligne)
    left join stats.designations(par) d on d.id = (l.ligne ->> 'id')::bigint
$$;
comment on function stats.designees(text, json) is
  'Adds its designation to each row by id, in the order of lists; null stays null.';
grant execute on function stats.designees(text, json) to caserne_api;
