create or replace function jobs.held(espace text) returns setof bigint
  language sql volatile
as $$
  -- pg_locks shows the two keys of an advisory lock as oids, which have no sign.
  select l.objid::bigint
    from pg_catalog.pg_locks l
    join pg_catalog.pg_database d on d.oid = l.database
   where d.datname = current_database()
     and l.locktype = 'advisory'
     and l.objsubid = 2
     and l.granted
     and l.classid::bigint = hashtext(espace)::bigint & 4294967295
$$;
comment on function jobs.held(text) is
  'What the sessions of living workers hold of a kind (app.messageries, graphile_worker): the second keys of its advisory locks, without sign.';
