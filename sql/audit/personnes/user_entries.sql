create or replace function audit.user_entries(entries jsonb) returns jsonb
  language sql stable set search_path = ''
as $$
  select coalesce(jsonb_agg(e.entry order by e.no), '[]')
    from jsonb_array_elements(entries) with ordinality as e (entry, no)
   where exists (
           select
             from pg_catalog.pg_trigger t
             join pg_catalog.pg_class c on c.oid = t.tgrelid
            where t.tgfoid = 'audit.tg_journal'::regproc
              and c.relnamespace = 'auth'::regnamespace
              and c.relname = e.entry ->> 'ressource'
         )
$$;
comment on function audit.user_entries(jsonb) is
  'Of entries of the journal, those about accounts. They are written where accounts are kept, and do not move with a SIS.';
-- Not granted: definer functions of the owner call it.
