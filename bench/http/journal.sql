select json_agg(api.as_json(p.j) order by p.id desc)
  from (select j, j.id from audit.journal j where j.sis_key = $1 order by j.id desc limit 50) p
