create or replace function auth.list_away_sis() returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_agg(s.api_key order by s.api_key), '[]')
    from auth.sis s
   where not request.is_home(s.api_key)
$$;
comment on function auth.list_away_sis() is
  'The keys of the SIS of the directory that do not live in this database, for the operator.';
