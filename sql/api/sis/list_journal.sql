-- Planned anew for the given filters: a plan for any filter would read a journal of years from its end to find the
-- three entries of one row.
create or replace function api.list_journal(
  ressource text default null, ligne_id bigint default null, user_id bigint default null, action text default null,
  du text default null, au text default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
declare
  v_fuseau text := app.fuseau();
  v_day constant text := '^\d{4}-\d\d-\d\d$';
  v_du timestamptz := case
    when list_journal.du ~ v_day then list_journal.du::timestamp at time zone v_fuseau
    else request.read_instant(list_journal.du, v_fuseau)
  end;
  -- A day includes its end.
  v_before timestamptz := case
    when list_journal.au ~ v_day then (list_journal.au::timestamp + interval '1 day') at time zone v_fuseau
    else request.read_instant(list_journal.au, v_fuseau) + interval '1 microsecond'
  end;
begin
  return (
    select coalesce(json_agg(api.as_json(p.entree) order by p.id desc), '[]')
      from (
        select j as entree, j.id
          from audit.journal j
         where j.sis_key = request.sis_key()
           and (list_journal.ressource is null or j.ressource = list_journal.ressource)
           and (list_journal.ligne_id is null or j.ligne_id = list_journal.ligne_id)
           and (list_journal.user_id is null or j.user_id = list_journal.user_id)
           and (list_journal.action is null or j.action = list_journal.action)
           and (v_du is null or j.recorded_at >= v_du)
           and (v_before is null or j.recorded_at < v_before)
           and (list_journal.apres is null or j.id < (list_journal.apres ->> 0)::bigint)
         order by j.id desc
         limit list_journal.limite
      ) p
  );
end;
$$;
comment on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) is
  'The journal of the caller''s SIS by the given filters, newest first; a page after [id]. du and au are days or instants, both included.';
grant execute on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) to caserne_api;
