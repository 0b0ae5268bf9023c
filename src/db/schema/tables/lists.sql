-- The text that each table adds to a list, `--!each <list>` (docs/reference/table-line.md). `caserne schema` replaces what is
-- between angle brackets.

--: versioned
when '<table>' then return (select r.version from <table> r where r.sis_key = request.sis_key() and r.<column> = version_of.id::bigint);

--: versioned by sis_key
when '<table>' then return (select r.version from <table> r where r.sis_key = request.sis_key());

--: permission of a record with parts
when '<record>' then '<permission>'

--: record with parts
when '<record>' then
  update <table> r set version = r.version + 1
   where r.sis_key = v_sis_key and r.id = any (v_ids) and r.xmin <> pg_current_xact_id()::xid;

--: journal for
when ressource in (<names>) then request.sis_with(<permissions>)

--: person
('<table>', <link>, '<rule>', '{<personal>}', '{<kept>}', '{<texts>}', '{<neutral>}')

--: person of a SIS
('<table>', (select coalesce(jsonb_agg(to_jsonb(t) - '{<hidden>}'::text[] order by <order>), '[]')
    from <table> t where t.sis_key = read_personne.sis_key and t.<link> = read_personne.<person>))
