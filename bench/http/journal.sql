select json_agg(f order by p.id desc)
  from (select j, j.id from audit.journal j where j.sis_key = $1 order by j.id desc limit 50) p
 cross join lateral api.entree_json(p.j) f
