create or replace function api.list_journal(
  ressource text default null, ligne_id bigint default null, user_id bigint default null, action text default null,
  du text default null, au text default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable
as $$
declare
  v_fuseau text := app.fuseau();
  v_day constant text := '^\d{4}-\d\d-\d\d$';
  v_since timestamptz := case
    when list_journal.du ~ v_day then request.instant_of(list_journal.du::timestamp, v_fuseau)
    else request.read_instant(list_journal.du, v_fuseau)
  end;
  -- A day includes its end.
  v_until timestamptz := case
    when list_journal.au ~ v_day then request.instant_of(list_journal.au::timestamp + interval '1 day', v_fuseau)
    else request.read_instant(list_journal.au, v_fuseau) + interval '1 microsecond'
  end;
  v_before constant bigint := coalesce((list_journal.apres ->> 0)::bigint, 9223372036854775807);
  v_page audit.journal[];
begin
  if num_nonnulls(list_journal.ressource, list_journal.ligne_id, v_since, v_until) = 0 then
    return (
      select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
        from audit.list_newest(list_journal.user_id, list_journal.action, v_before, list_journal.limite) j
    );
  end if;
  -- The planner would sort all entries since then.
  if num_nonnulls(list_journal.ressource, list_journal.ligne_id) = 0 and coalesce(v_until > now(), true) then
    v_page := array(
      select j
        from audit.list_recent(list_journal.user_id, list_journal.action, v_since, v_until, v_before, list_journal.limite) j
    );
    if cardinality(v_page) = list_journal.limite then
      return (select json_agg(api.as_json(j) order by j.id desc) from unnest(v_page) j);
    end if;
  end if;
  return (
    select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
      from audit.find_entries(
        list_journal.ressource, list_journal.ligne_id, list_journal.user_id, list_journal.action, v_since, v_until, v_before,
        list_journal.limite) j
  );
end;
$$;
comment on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) is
  'The journal of the caller''s SIS by the given filters, newest first; a page after [id]. du and au are days or instants, both included.';
grant execute on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) to caserne_api;
