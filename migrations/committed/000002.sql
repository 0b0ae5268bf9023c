--! Previous: sha1:0f231a57062206cb2e1231564b1e98075d44efda
--! Hash: sha1:f55a4af7c58db8e2bb49f4a5e8ac2ac1eff01a3b

-- Enter migration here

-- Files of sql/ that have changed since the last release; written by `caserne schema`.
-- Statements of yours stand above this heading, such as an alter table.
--! Included request/open.sql
-- Only this function writes the request.* settings. They are local to the transaction: an autocommit statement with
-- request.open(…) in FROM runs it before the select list and loses the settings at its end.
create or replace function request.open(user_id bigint, sis_key text, permissions text[], sapeur_id bigint) returns void
  language plpgsql volatile
as $$
declare
  v_settings text;
begin
  -- An assignment, because PL/pgSQL evaluates it without a statement of its own; a perform for each would take longer
  -- than all the rest.
  v_settings := pg_catalog.set_config('request.user_id', coalesce(open.user_id::text, ''), true)
    || pg_catalog.set_config('request.sis_key', coalesce(open.sis_key, ''), true)
    || pg_catalog.set_config('request.permissions', pg_catalog.array_to_string(open.permissions, ','), true)
    || pg_catalog.set_config('request.sapeur_id', coalesce(open.sapeur_id::text, ''), true);
end;
$$;
comment on function request.open(bigint, text, text[], bigint) is
  'Sets for the rest of the transaction the caller, the SIS, the permissions, and the sapeur that the caller is there (null: none).';
grant execute on function request.open(bigint, text, text[], bigint) to caserne_api;

-- A rule that must read another SIS, or more than the caller may, opens its own request and then reopens the caller's.
-- If it fails in between, the settings are rolled back with the transaction.
create or replace function request.opened() returns text[]
  language sql stable
as $$
  select array[
    pg_catalog.current_setting('request.user_id', true), pg_catalog.current_setting('request.sis_key', true),
    pg_catalog.current_setting('request.permissions', true), pg_catalog.current_setting('request.sapeur_id', true)
  ]
$$;
comment on function request.opened() is 'The settings of the open request, for request.reopen.';

create or replace function request.reopen(opened text[]) returns void
  language sql volatile
as $$
  select request.open(
    nullif(opened[1], '')::bigint, nullif(opened[2], ''), pg_catalog.string_to_array(opened[3], ','), nullif(opened[4], '')::bigint)
$$;
comment on function request.reopen(text[]) is 'Opens a request again with the settings of request.opened.';
--! EndIncluded request/open.sql
--! Included request/local_instant.sql
-- One expression without FROM, so that PostgreSQL inlines it.
create or replace function request.local_instant(instant timestamptz, fuseau text) returns text
  language sql stable parallel safe
as $$
  select pg_catalog.to_char(instant at time zone fuseau, 'YYYY-MM-DD"T"HH24:MI:SS')
      || case when (instant at time zone fuseau) < (instant at time zone 'UTC') then '-' else '+' end
      || pg_catalog.to_char(
           greatest((instant at time zone fuseau) - (instant at time zone 'UTC'),
                    (instant at time zone 'UTC') - (instant at time zone fuseau)),
           'HH24:MI')
$$;
comment on function request.local_instant(timestamptz, text) is
  'An instant in a time zone with its offset, as on the wire: 2026-03-14T14:30:00+01:00.';
grant execute on function request.local_instant(timestamptz, text) to caserne_api;
--! EndIncluded request/local_instant.sql
--! Included audit/find_entries.sql
-- Planned anew for the given filters: a plan for any filter would read a journal of years from its end to find the
-- three entries of one row.
create or replace function audit.find_entries(
  ressource text, ligne_id bigint, user_id bigint, action text, since timestamptz, until timestamptz, before_id bigint,
  row_limit integer
) returns setof audit.journal
  language plpgsql stable set plan_cache_mode = force_custom_plan
as $$
begin
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and (find_entries.ressource is null or j.ressource = find_entries.ressource)
       and (find_entries.ligne_id is null or j.ligne_id = find_entries.ligne_id)
       and (find_entries.user_id is null or j.user_id = find_entries.user_id)
       and (find_entries.action is null or j.action = find_entries.action)
       and (find_entries.since is null or j.recorded_at >= find_entries.since)
       and (find_entries.until is null or j.recorded_at < find_entries.until)
       and j.id < find_entries.before_id
     order by j.id desc
     limit find_entries.row_limit;
end;
$$;
comment on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, of one row or of a time (since included, until not); null for any.';
grant execute on function audit.find_entries(text, bigint, bigint, text, timestamptz, timestamptz, bigint, integer) to caserne_api;
--! EndIncluded audit/find_entries.sql
--! Included audit/list_newest.sql
-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. So the journal is
-- read from its end, by the key or by the index of the account, until the page is full.
create or replace function audit.list_newest(
  ressource text, user_id bigint, action text, before_id bigint, row_limit integer
) returns setof audit.journal
  language plpgsql stable set plan_cache_mode = force_custom_plan set enable_sort = off
as $$
begin
  return query
    select j.*
      from audit.journal j
     where j.sis_key = request.sis_key()
       and (list_newest.ressource is null or j.ressource = list_newest.ressource)
       and (list_newest.user_id is null or j.user_id = list_newest.user_id)
       and (list_newest.action is null or j.action = list_newest.action)
       and j.id < list_newest.before_id
     order by j.id desc
     limit list_newest.row_limit;
end;
$$;
comment on function audit.list_newest(text, bigint, text, bigint, integer) is
  'The newest entries of the journal of the caller''s SIS with an id below before_id, by resource, account and action; null for any.';
grant execute on function audit.list_newest(text, bigint, text, bigint, integer) to caserne_api;
--! EndIncluded audit/list_newest.sql
--! Included audit/tg_journal.sql
-- Definer: nobody is granted writing the journal.
create or replace function audit.tg_journal() returns trigger
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  -- Columns that follow from other rows, whose own entries tell the change.
  v_derived text[] := array['updated_at', 'secondes', 'dernier_no_vacant', 'parti_at', 'version'];
  v_left_out text[] := v_derived || coalesce(tg_argv, '{}') || array['sis_key'];
  v_ligne jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
  v_before jsonb;
  v_after jsonb;
begin
  if tg_op = 'INSERT' then
    v_after := v_ligne - v_left_out;
  elsif tg_op = 'DELETE' then
    v_before := v_ligne - v_left_out;
  else
    v_before := to_jsonb(old) - v_derived;
    v_after := v_ligne - v_derived;
    if v_before = v_after then
      return null;
    end if;
    -- A column that is left out of the journal is only known to have changed.
    v_before := v_before - v_left_out;
    v_after := v_after - v_left_out;
    select coalesce(jsonb_object_agg(a.key, a.value), '{}') into v_before
      from jsonb_each(v_before) a
     where a.value <> v_after -> a.key;
    select coalesce(jsonb_object_agg(a.key, v_after -> a.key), '{}') into v_after
      from jsonb_object_keys(v_before) a (key);
  end if;
  insert into audit.journal (sis_key, ressource, ligne_id, action, avant, apres)
  values (v_ligne ->> 'sis_key', tg_table_name,
          -- A row without an id belongs to one that has an id. The settings of a SIS belong to none, whoever commands
          -- the SIS.
          case
            when tg_table_name <> 'sis'
            then coalesce(v_ligne ->> 'id', v_ligne ->> 'user_id', v_ligne ->> 'invitation_id', v_ligne ->> 'role_id',
                          v_ligne ->> 'localite_id', v_ligne ->> 'sapeur_id')
          end::bigint,
          case tg_op when 'INSERT' then 'ajout' when 'UPDATE' then 'modification' else 'suppression' end,
          v_before, v_after);
  return null;
end;
$$;
comment on function audit.tg_journal() is
  'Writes an entry of the journal for each changed row. Arguments: columns whose values stay out of the journal. Definer: nobody is granted writing the journal.';
--! EndIncluded audit/tg_journal.sql
--! Included auth/check_sessions.sql
create or replace function auth.check_sessions(
  user_ids bigint[], issued_at timestamptz[], sis_key text, permissions text[], out held text[], out ended integer[]
)
  language plpgsql stable
as $$
begin
  ended := '{}';
  for n in 1 .. cardinality(user_ids) loop
    begin
      held := auth.check_session(user_ids[n], issued_at[n], sis_key, permissions);
    exception when sqlstate 'PT401' or sqlstate 'PT403' or sqlstate 'PT404' then
      ended := ended || n;
    end;
  end loop;
end;
$$;
comment on function auth.check_sessions(bigint[], timestamptz[], text, text[]) is
  'Checks several sessions that enter one SIS with the same permissions: what they hold there (auth.check_session), and the places of those that may no longer enter.';
grant execute on function auth.check_sessions(bigint[], timestamptz[], text, text[]) to caserne_api;
--! EndIncluded auth/check_sessions.sql
--! Included app/listes/current_exercice_comptable_id.sql
create or replace function app.current_exercice_comptable_id() returns bigint
  language sql stable
as $$
  select e.id
    from app.exercices_comptables e
   where e.sis_key = request.sis_key()
     -- A sub-select, so that today's date is asked for once and not for each row.
     and daterange(e.debut, e.fin, '[]') @> (select app.today())
$$;
comment on function app.current_exercice_comptable_id() is
  'The accounting year that contains today''s date in the time zone of the request''s SIS; null when there is none.';
grant execute on function app.current_exercice_comptable_id() to caserne_api;
--! EndIncluded app/listes/current_exercice_comptable_id.sql
--! Included app/sapeurs/is_current.sql
-- One expression, which PostgreSQL inlines.
create or replace function app.is_current(incorporation date, sortie date, day date) returns boolean
  language sql immutable parallel safe
as $$
  select sortie is null and incorporation <= day
      or sortie >= day and incorporation <= day + interval '3 months'
$$;
comment on function app.is_current(date, date, date) is
  'Whether a mutation keeps its sapeur in service on a day: it is open and begun, or it ends on the day or later and begins within three months.';
grant execute on function app.is_current(date, date, date) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded app/sapeurs/is_current.sql
--! Included app/sapeurs/is_actif.sql
-- The arguments are columns and not the row, because analysts may not read the other columns. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function app.is_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, day date) returns boolean
  language sql stable
begin atomic
  select case
           when is_actif.type <> 0 then not is_actif.desactive
           else exists (
             select
               from app.mutations m
              where m.sis_key = is_actif.sis_key
                and m.sapeur_id = is_actif.sapeur_id
                and app.is_current(m.incorporation, m.sortie, day)
           )
         end;
end;
comment on function app.is_actif(text, bigint, smallint, boolean, date) is
  'Whether someone is in service on a day. A sapeur is by a mutation (app.is_current); civilians and recruits are unless taken out of service.';
grant execute on function app.is_actif(text, bigint, smallint, boolean, date) to caserne_api, caserne_analyst, caserne_national;
--! EndIncluded app/sapeurs/is_actif.sql
--! Included app/sapeurs/show_actif.sql
create or replace function app.show_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, en_service boolean)
  returns boolean
  language sql stable
as $$
  select case
           when type <> 0 then not desactive
           when sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or sapeur_id = request.sapeur_id()
           then coalesce(en_service, false)
         end
$$;
comment on function app.show_actif(text, bigint, smallint, boolean, boolean) is
  'Whether someone is in service, of whom en_service says whether a mutation keeps him so (app.is_current); null for readers who may not see his mutations.';
grant execute on function app.show_actif(text, bigint, smallint, boolean, boolean) to caserne_api;
--! EndIncluded app/sapeurs/show_actif.sql
--! Included app/sapeurs/fonctions_du_jour.sql
-- One row for each sapeur, so that lists can read it for many people at once and app.sapeurs_du_jour for one.
create or replace view app.fonctions_du_jour with (security_invoker = true) as
select distinct on (sf.sis_key, sf.sapeur_id) sf.sis_key, sf.sapeur_id, f.id as fonction_id
  from app.sapeur_fonctions sf
  join app.fonctions f on f.sis_key = sf.sis_key and f.id = sf.fonction_id
  cross join (select (select app.today())) as t (jour)
 where sf.debut <= t.jour
   and (sf.fin is null or t.jour <= sf.fin)
 order by sf.sis_key, sf.sapeur_id, f.rang desc, f.id;

grant select on app.fonctions_du_jour to caserne_api;

comment on view app.fonctions_du_jour is 'The main function that each sapeur has today in the time zone of his SIS: the current one with the highest rank.';
--! EndIncluded app/sapeurs/fonctions_du_jour.sql
--! Included app/sapeurs/grades_du_jour.sql
-- One row for each sapeur, as in app.fonctions_du_jour.
create or replace view app.grades_du_jour with (security_invoker = true) as
select distinct on (sg.sis_key, sg.sapeur_id) sg.sis_key, sg.sapeur_id, g.id as grade_id
  from app.sapeur_grades sg
  join app.grades g on g.sis_key = sg.sis_key and g.id = sg.grade_id
  cross join (select (select app.today())) as t (jour)
 where sg.debut <= t.jour
   and (sg.fin is null or t.jour <= sg.fin)
 order by sg.sis_key, sg.sapeur_id, sg.debut desc, g.rang desc, g.id;

grant select on app.grades_du_jour to caserne_api;

comment on view app.grades_du_jour is 'The grade that each sapeur has today in the time zone of his SIS: the current one that began last.';
--! EndIncluded app/sapeurs/grades_du_jour.sql
--! Included app/sapeurs/sapeurs_du_jour.sql
-- Values that follow the calendar are looked up for the day and stored nowhere. Each is a look-up by sapeur in an
-- index, made only for queries that ask for it.
create or replace view app.sapeurs_du_jour with (security_invoker = true) as
select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at, s.updated_at,
       t.jour,
       -- Null for readers who cannot see the mutations, because it would be false.
       case
         when s.type <> 0 or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or s.id = request.sapeur_id()
         then app.is_actif(s.sis_key, s.id, s.type, s.desactive, t.jour)
       end as actif,
       (
         select f.fonction_id from app.fonctions_du_jour f where f.sis_key = s.sis_key and f.sapeur_id = s.id
       ) as fonction_id,
       (
         select g.grade_id from app.grades_du_jour g where g.sis_key = s.sis_key and g.sapeur_id = s.id
       ) as grade_id,
       (
         select extract(year from min(m.incorporation))::integer
           from app.mutations m
          where m.sis_key = s.sis_key
            and m.sapeur_id = s.id
       ) as annee_incorporation
  from app.sapeurs s
  -- A sub-select, so that today's date is asked for once and not for each row.
  cross join (select (select app.today())) as t (jour);

grant select on app.sapeurs_du_jour to caserne_api;

comment on view app.sapeurs_du_jour is 'People with the values of today that follow from their functions, grades and mutations, in the time zone of their SIS.';
comment on column app.sapeurs_du_jour.jour is 'Today.';
comment on column app.sapeurs_du_jour.actif is 'Whether the person is in service (app.is_actif); null for readers who may not see his mutations.';
comment on column app.sapeurs_du_jour.fonction_id is 'The current function with the highest rank, or null.';
comment on column app.sapeurs_du_jour.grade_id is 'The current grade that began last, or null.';
comment on column app.sapeurs_du_jour.annee_incorporation is 'Year of the first mutation, or null.';
--! EndIncluded app/sapeurs/sapeurs_du_jour.sql
--! Included app/comptabilite/round05.sql
-- The only place that rounds amounts of pay. Half of 0.05 goes away from zero: 12.325 becomes 12.35, -12.325 becomes
-- -12.35, and 12.3249 becomes 12.30.
create or replace function app.round05(amount numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select round(round(amount * 20) / 20, 2)
$$;
comment on function app.round05(numeric) is
  'An amount in francs rounded to the nearest 0.05, half of it away from zero.';
grant execute on function app.round05(numeric) to caserne_api;
--! EndIncluded app/comptabilite/round05.sql
--! Included app/comptabilite/secondes.sql
-- Example: from 14:00 to 16:30 and from 17:00 to 17:15 are 9,900 seconds.
create or replace function app.secondes(temps tstzmultirange) returns numeric
  language sql immutable strict parallel safe
as $$
  select coalesce(sum(extract(epoch from upper(t) - lower(t))), 0) from unnest(temps) as t
$$;
comment on function app.secondes(tstzmultirange) is
  'Elapsed seconds of one or more periods.';
grant execute on function app.secondes(tstzmultirange) to caserne_api;
--! EndIncluded app/comptabilite/secondes.sql
--! Included app/comptabilite/temps_phases.sql
-- Example: intervention from 14:00, rétablissement from 16:00. The time of intervention is all time before 16:00, that
-- of rétablissement all time from 16:00 on.
create or replace function app.temps_phases(debuts timestamptz[], types bigint[], phase_type_id bigint)
  returns tstzmultirange
  language sql immutable parallel safe
as $$
  select case
           when phase_type_id is null then '{(,)}'
           else coalesce(
             range_agg(tstzrange(case when p.n > 1 then p.debut end, p.suivante)) filter (where p.type = phase_type_id),
             '{}')
         end
    from (
      select p.debut, p.type, row_number() over phases as n, lead(p.debut) over phases as suivante
        from unnest(debuts, types) with ordinality as p (debut, type, no)
      window phases as (order by p.debut, p.no)
    ) p
$$;
comment on function app.temps_phases(timestamptz[], bigint[], bigint) is
  'The time of the phases of one type (null: all time): a phase lasts until the next one begins, and the first phase has all time before.';
grant execute on function app.temps_phases(timestamptz[], bigint[], bigint) to caserne_api;
--! EndIncluded app/comptabilite/temps_phases.sql
--! Included app/comptabilite/montant_minimum.sql
-- Example: 40.00 for the first two hours, then 15.00 an hour, whole hours only. Five and a half hours are 40.00 for two
-- hours and 15.00 for each of three: 85.00.
create or replace function app.montant_minimum(
  secondes_phase numeric, secondes_autres numeric,
  tarif numeric, tarif_min numeric, tarif_min_pour numeric, tarif_min_pro_rata boolean, tarif_pro_rata boolean
) returns numeric
  language sql immutable parallel safe
as $$
  -- The division comes last: a third of an hour has no end as a decimal number, and half of 0.05 must stay exact.
  select case
           when tarif_min = 0 then app.round05(tarif * (secondes_phase + secondes_autres) / 3600)
           else app.round05(
             (case when tarif_min_pro_rata then tarif_min * couvert else tarif_min * plafond end
               + tarif * (secondes_autres + case when tarif_pro_rata then surplus else surplus - surplus % 3600 end) * tarif_min_pour)
             / plafond)
         end
    from (select 3600 * tarif_min_pour as plafond) p
   cross join lateral (
     select least(secondes_phase, plafond) as couvert, greatest(secondes_phase - plafond, 0) as surplus
   ) s
$$;
comment on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) is
  'Pay by a tariff with a minimum: the minimum covers the first hours of the tariff''s phase, each further hour and all hours of other phases cost the tariff.';
grant execute on function app.montant_minimum(numeric, numeric, numeric, numeric, numeric, boolean, boolean) to caserne_api;
--! EndIncluded app/comptabilite/montant_minimum.sql
--! Included app/comptabilite/weekends.sql
-- Example: of a period from Friday 20:00 to Monday 02:00, Saturday 00:00 to Monday 00:00 is week-end.
create or replace function app.weekends(periode tstzrange, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  -- A time of day that the clock skips or repeats is read as `at time zone` reads it, here and in app.nuits.
  select coalesce(range_agg(tstzrange(j at time zone fuseau, (j + interval '1 day') at time zone fuseau)), '{}')
         * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   where extract(isodow from j) in (6, 7)
$$;
comment on function app.weekends(tstzrange, text) is
  'The Saturdays and Sundays of a period by the clock of a time zone, their nights included.';
grant execute on function app.weekends(tstzrange, text) to caserne_api;
--! EndIncluded app/comptabilite/weekends.sql
--! Included app/comptabilite/nuits.sql
-- Example: with nights from 22:00 to 06:00, a period from 20:00 to 23:00 has one hour of night, and one from 05:00 to
-- 22:30 has one hour and a half.
create or replace function app.nuits(periode tstzrange, debut time, fin time, fuseau text) returns tstzmultirange
  language sql immutable strict parallel safe
as $$
  select coalesce(range_agg(tstzrange(n.debut, n.fin)), '{}') * tstzmultirange(periode)
    from generate_series(
           date_trunc('day', lower(periode) at time zone fuseau) - interval '1 day',
           upper(periode) at time zone fuseau,
           interval '1 day') as j
   cross join lateral (
     select (j + debut) at time zone fuseau as debut,
            (j + fin + case when fin <= debut then interval '1 day' else interval '0' end) at time zone fuseau as fin
   ) n
   -- The clock may skip a whole night.
   where n.debut < n.fin
$$;
comment on function app.nuits(tstzrange, time, time, text) is
  'The nights of a period by the clock of a time zone: each day from debut to fin, on the next day when fin is not later.';
grant execute on function app.nuits(tstzrange, time, time, text) to caserne_api;
--! EndIncluded app/comptabilite/nuits.sql
--! Included app/comptabilite/split_temps.sql
-- Example: of Friday 20:00 to Saturday 02:00, with nights from 22:00 to 06:00, two hours are normal, two are night and
-- two are week-end.
create or replace function app.split_temps(temps tstzmultirange, weekends tstzmultirange, nuits tstzmultirange)
  returns table (normal numeric, nuit numeric, weekend numeric)
  language sql immutable strict parallel safe
as $$
  select app.secondes(temps - weekends - nuits), app.secondes((temps - weekends) * nuits), app.secondes(temps * weekends)
$$;
comment on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) is
  'Seconds of normal time, night and week-end: the week-end comes first, then the night; what a tariff has no rate for is empty.';
grant execute on function app.split_temps(tstzmultirange, tstzmultirange, tstzmultirange) to caserne_api;
--! EndIncluded app/comptabilite/split_temps.sql
--! Included app/comptabilite/montant_taux.sql
-- Example: two and a half hours at 20.00 an hour with the night's rate of 1.25 are 62.50.
create or replace function app.montant_taux(secondes numeric, tarif numeric, taux numeric) returns numeric
  language sql immutable strict parallel safe
as $$
  select app.round05(tarif * taux * secondes / 3600)
$$;
comment on function app.montant_taux(numeric, numeric, numeric) is
  'Pay by a tariff with a rate: the hourly tariff times the rate times the hours.';
grant execute on function app.montant_taux(numeric, numeric, numeric) to caserne_api;
--! EndIncluded app/comptabilite/montant_taux.sql
--! Included app/sis/messages.sql
create table if not exists app.messages (
  sis_key text not null default request.sis_key(),
  id bigint generated always as identity,
  messagerie_id bigint not null,
  uidvalidity bigint not null,
  uid bigint not null,
  message_id text,
  sha256 text not null,
  corps text,
  expediteur text not null,
  sujet text not null,
  date timestamptz,
  taille integer not null,
  etat text not null default 'received' check (etat in ('received', 'alarm', 'ignored', 'refused', 'failed')),
  raison text not null default '',
  tentatives integer not null default 1,
  contenu bytea,
  created_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key, id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);
create unique index if not exists messages_empreinte_key
  on app.messages (sis_key, messagerie_id, (coalesce(message_id, sha256)));
-- In the order of lists, of any or one state.
create index if not exists messages_messagerie_id_idx on app.messages (sis_key, messagerie_id, id);
create index if not exists messages_etat_idx on app.messages (sis_key, messagerie_id, etat, id);

alter table app.messages enable row level security;
alter table app.messages force row level security;
drop policy if exists locataire on app.messages;
create policy locataire on app.messages as restrictive using (sis_key = request.sis_key());
-- As on app.messageries.
drop policy if exists instance on app.messages;
create policy instance on app.messages as restrictive using (sis_key <> '*' or 'caserne_api' not in (current_user, session_user));
drop policy if exists lecture on app.messages;
create policy lecture on app.messages for select using (sis_key = request.sis_with('sis.config'));
drop policy if exists ajout on app.messages;
create policy ajout on app.messages for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.messages;
create policy modification on app.messages for update using (sis_key = request.sis_with('sis.config'));
-- Refused messages are removed when they are old. Nobody removes a message by hand.
drop policy if exists suppression on app.messages;
create policy suppression on app.messages for delete to caserne_owner using (sis_key = request.sis_with('sis.config'));

grant select on app.messages to caserne_api;
-- Not granted: writing. The worker records what became of a message; api.relire_message asks for a relecture.

drop trigger if exists _020_version on app.messages;
create trigger _020_version before update on app.messages
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _900_journal on app.messages;
create trigger _900_journal after insert or update or delete on app.messages
  for each row execute function audit.tg_journal('contenu');
drop trigger if exists _950_if_match on app.messages;
create trigger _950_if_match after update or delete on app.messages
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match();

comment on table app.messages is 'The ledger: each message seen in a mailbox, once, with what became of it.';
comment on column app.messages.etat is 'What became of the message; received: it waits for a relecture.';
comment on column app.messages.tentatives is 'How often the message was read.';
comment on column app.messages.message_id is 'Header Message-ID; null where the message has none or another message already has it. Then the hash tells messages apart.';
comment on column app.messages.corps is 'SHA-256 of the mail after its header, which servers do not change; null where it was not read. It tells apart two messages with the same Message-ID.';
comment on column app.messages.raison is 'Why the message is in this state, or what was odd about it; in French.';
comment on column app.messages.contenu is 'The raw message, kept for a limited time, and longer while it is failed.';
--! EndIncluded app/sis/messages.sql
--! Included auth/permissions_of.sql
create or replace function auth.permissions_of(u auth.users) returns json
  language sql stable set search_path = ''
as $$
  select coalesce(json_object_agg(p.sis_key, p.permissions order by p.sis_key), '{}')
    from (
      select s.api_key as sis_key, '["admin"]'::json as permissions
        from auth.sis s
       where u.is_admin
      union all
      select ur.sis_key, json_agg(distinct rp.permission)
        from auth.user_roles ur
        left join auth.memberships m on m.sis_key = ur.sis_key and m.user_id = ur.user_id
       -- offset 0: from the roles of the account to their permissions, also where a plan is older than the rows.
       cross join lateral (
         select p.permission
           from auth.role_permissions p
          where p.sis_key = ur.sis_key and p.role_id = ur.role_id
         offset 0
       ) rp
       where ur.user_id = u.id
         and not u.is_admin
         and coalesce(m.parti_at > clock_timestamp(), true)
       group by ur.sis_key
    ) p
$$;
comment on function auth.permissions_of(auth.users) is
  'Rights of an account: {sis_key: [permission, …]}, without SIS that its sapeur has left; for an administrator every SIS with ["admin"].';

create or replace function auth.permissions_in(u auth.users, sis_key text) returns text[]
  language sql stable set search_path = ''
as $$
  select array(
    select p.identifiant
      from auth.permissions p
     where u.is_admin
        or not (select auth.has_left(u.id, permissions_in.sis_key)) and exists (
          select
            from auth.user_roles ur
            join auth.role_permissions rp on rp.sis_key = ur.sis_key and rp.role_id = ur.role_id
           where ur.sis_key = permissions_in.sis_key and ur.user_id = u.id and rp.permission = p.identifiant
        )
  )
$$;
comment on function auth.permissions_in(auth.users, text) is
  'Permissions of an account in one SIS today: none where its sapeur has left, for an administrator the whole catalogue.';
--! EndIncluded auth/permissions_of.sql
--! Included auth/account/login.sql
-- Null instead of an exception: a rollback would lose what a failed attempt writes. The plans are generic: planning the
-- rights of the account anew took longer than reading them.
create or replace function auth.login(email text, password text, refresh_hash bytea, appareil text, cost integer) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_user auth.users := auth.user_by_email(login.email);
begin
  if not auth.check_password(v_user, password, cost) then
    return null;
  end if;
  -- Imported hashes, and hashes of another cost, are replaced, so that every sign-in takes the same time.
  if v_user.password_hash !~ format('^\$2a\$%s\$', lpad(cost::text, 2, '0')) then
    update auth.users u set password_hash = auth.hash_password(login.password, cost) where u.id = v_user.id;
  end if;
  return auth.begin_session(v_user.id, refresh_hash, appareil);
end;
$$;
comment on function auth.login(text, text, bytea, text, integer) is
  'Signs in: {user, issued_at, claims}, and stores the SHA-256 of the refresh token. Null when the credentials are wrong or the account is disabled.';
grant execute on function auth.login(text, text, bytea, text, integer) to caserne_auth;
--! EndIncluded auth/account/login.sql
--! Included auth/account/refresh_token.sql
-- One update decides which of several simultaneous uses finds the token unused. A client may honestly repeat itself
-- within ten seconds. A used token that is shown again later was stolen by one side or the other, so its session ends.
-- The plans are generic, as in auth.login.
create or replace function auth.refresh_token(token_hash bytea, new_hash bytea) returns json
  language plpgsql volatile security definer set search_path = '' set plan_cache_mode = 'force_generic_plan'
as $$
declare
  v_session auth.sessions;
begin
  -- The account is locked first, as in auth.end_sessions. A transaction that ends its sessions meanwhile waits, and
  -- then ends the new tokens too.
  perform
     from auth.refresh_tokens t
     join auth.sessions s on s.id = t.session_id
     join auth.users u on u.id = s.user_id
    where t.token_hash = refresh_token.token_hash
      for share of u;
  update auth.refresh_tokens t
     set used_at = clock_timestamp()
    from auth.sessions s
    join auth.users u on u.id = s.user_id
   where t.token_hash = refresh_token.token_hash
     and t.used_at is null
     and t.expires_at > clock_timestamp()
     and s.id = t.session_id
     and s.revoked_at is null
     and u.disabled_at is null
  returning s.* into v_session;
  if not found then
    update auth.sessions s
       set revoked_at = clock_timestamp()
      from auth.refresh_tokens t
     where t.token_hash = refresh_token.token_hash
       and t.used_at < clock_timestamp() - interval '10 seconds'
       and s.id = t.session_id
       and s.revoked_at is null;
    return null;
  end if;
  insert into auth.refresh_tokens (token_hash, session_id) values (new_hash, v_session.id);
  return auth.session(v_session.user_id);
end;
$$;
comment on function auth.refresh_token(bytea, bytea) is
  'Exchanges a refresh token for a new one, once: {user, issued_at, claims}. Null when it is unknown, used, revoked or expired.';
grant execute on function auth.refresh_token(bytea, bytea) to caserne_auth;
--! EndIncluded auth/account/refresh_token.sql
--! Included jobs/releves/releves.sql
-- The worker's notes on each mailbox. Not a tenant table: only functions of this schema read it.
create table if not exists jobs.releves (
  sis_key text not null,
  messagerie_id bigint not null,
  active boolean not null default true,
  active_since timestamptz not null default now(),
  -- The read position.
  uidvalidity bigint,
  last_uid bigint not null default 0,
  advanced_at timestamptz,
  -- The relève: asked for, begun, ended.
  asked_at timestamptz,
  started_at timestamptz,
  finished_at timestamptz,
  done_from timestamptz,
  outdated boolean not null default false,
  -- The result, and the next try.
  last_success_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  failures integer not null default 0,
  next_try_at timestamptz,
  bloquee boolean not null default false,
  silent_since timestamptz,
  primary key (sis_key, messagerie_id),
  foreign key (sis_key, messagerie_id) references app.messageries on delete cascade
);

-- A relève is known by its mailbox only: each one writes its row twice.
create unique index if not exists releves_messagerie_id_key on jobs.releves (messagerie_id);

comment on table jobs.releves is 'Read position of each mailbox, and the result of its relèves.';
comment on column jobs.releves.active is 'Copy of the mailbox''s active, for callers who may not read the mailbox.';
comment on column jobs.releves.active_since is 'When the mailbox was set up or last enabled.';
comment on column jobs.releves.advanced_at is 'When the last message was stored. The first relève may take long.';
comment on column jobs.releves.last_uid is 'All messages up to this UID are in the ledger.';
comment on column jobs.releves.asked_at is 'When someone last asked for a relève and waited for it (force), except those who joined a running one.';
comment on column jobs.releves.done_from is 'When the relève that ended last had begun. Whoever asked before that need not wait.';
comment on column jobs.releves.outdated is 'Whether the settings changed since the last relève began. Its result then says nothing about the new settings.';
comment on column jobs.releves.last_error is 'Last error, in French and without secrets, for the health of the mailbox.';
comment on column jobs.releves.failures is 'Failures in a row, of relèves and connections, which decide the next pause. A success within a minute of a failure does not end the row.';
comment on column jobs.releves.next_try_at is 'Before this instant no relève is tried; null while all is well.';
comment on column jobs.releves.bloquee is 'Whether the server refused the user or password. No try before next_try_at, so that the server does not lock the account.';
comment on column jobs.releves.silent_since is 'Since when nobody could read the mailbox, as reported in a worker''s log (jobs.note_silences); null: no outage reported, or its end was.';

create or replace function jobs.tg_releves__fin() returns trigger
  language plpgsql volatile
as $$
begin
  new.done_from := new.started_at;
  perform pg_notify(request.channel('caserne_releve_finie'), new.messagerie_id::text);
  return new;
end;
$$;
comment on function jobs.tg_releves__fin() is
  'Records which relève has ended, and notifies the servers of its mailbox on the channel caserne_releve_finie.';

drop trigger if exists _010_fin on jobs.releves;
create trigger _010_fin before update on jobs.releves
  for each row when (old.finished_at is distinct from new.finished_at) execute function jobs.tg_releves__fin();
--! EndIncluded jobs/releves/releves.sql
--! Included jobs/releves/ask_unheld_releves.sql
-- The mailboxes of a dead worker are held by nobody. Other workers ask every few seconds, so they need not wait for the
-- next minute.
create or replace function jobs.ask_unheld_releves() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_releve jobs.releves;
begin
  for v_releve in
    -- Whether a worker is alive is asked once per worker, not per mailbox.
    with held as materialized (
      select b.sis_key, b.messagerie_id
        from (select w.pid from jobs.workers w where jobs.is_alive(w) offset 0) w
        join jobs.baux b on b.pid = w.pid
    )
    select r.*
      from jobs.releves r
     where not exists (select from held h where h.sis_key = r.sis_key and h.messagerie_id = r.messagerie_id)
       and (r.next_try_at is null or r.next_try_at <= now())
     order by r.messagerie_id
  loop
    perform request.open(null, v_releve.sis_key, array['sis.config'], null);
    perform jobs.ask_releve(b.id)
       from app.messageries b
      where b.sis_key = v_releve.sis_key and b.id = v_releve.messagerie_id and b.active;
  end loop;
end;
$$;
comment on function jobs.ask_unheld_releves() is
  'Asks for a relève of the active mailboxes that no worker holds, except those that wait for their next try. Definer: visits the SIS of every mailbox, each under its own policies.';
grant execute on function jobs.ask_unheld_releves() to caserne_worker;
--! EndIncluded jobs/releves/ask_unheld_releves.sql
--! Included stats/categories.sql
-- Clients fetch these lists at every start. In an accounting year that is not open yet all figures are 0.
create or replace function stats.categories(par text, exercice_comptable_id bigint, apres json, limite integer) returns json
  language sql stable
as $$
  with page as (
    select l.id, l.designation, l.tri
      from stats.liste_categories(par) l
     where apres is null or (l.tri, l.id) > ((apres ->> 0)::integer, (apres ->> 1)::bigint)
     order by l.tri, l.id
     limit limite
  ),
  -- Materialized: the year is counted once, not once for each category.
  bilan as materialized (
    select b.id, b.nb, b.secondes, b.sauve_personne, b.sauve_animaux, b.nb_precedent, b.secondes_precedent
      from stats.bilan_categories(par) b
     where b.sis_key = request.sis_key()
       and b.exercice_comptable_id = case
             when categories.exercice_comptable_id is null then (select app.current_exercice_comptable_id())
             else categories.exercice_comptable_id
           end
  )
  select coalesce(json_agg(json_build_object(
           'id', c.id,
           'designation', c.designation,
           'statut', true,
           'tri', c.tri,
           'nb', coalesce(b.nb, 0),
           'heures', stats.heures(b.secondes),
           'sauve_personne', coalesce(b.sauve_personne, 0),
           'sauve_animaux', coalesce(b.sauve_animaux, 0),
           'nb_precedent', coalesce(b.nb_precedent, 0),
           'heures_precedent', stats.heures(b.secondes_precedent)
         ) order by c.tri, c.id), '[]')
    from page c
    left join bilan b on b.id = c.id
  having categories.exercice_comptable_id is null
      or exists (
           select
             from app.exercices_comptables e
            where e.sis_key = request.sis_key()
              and e.id = categories.exercice_comptable_id
         )
$$;
comment on function stats.categories(text, bigint, json, integer) is
  'Categories of stat_federal or stat_intervention with the figures of an accounting year (null: the current one) and of the previous year; a page after [tri, id]. Null when the year does not exist.';
grant execute on function stats.categories(text, bigint, json, integer) to caserne_api;
--! EndIncluded stats/categories.sql
--! Included api/exercices/list_exercices.sql
-- Values are computed before the statement, and without sorts, as in api.list_interventions.
create or replace function api.list_exercices(
  exercice_comptable_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  -- Without a year: the current one, or nothing when there is none.
  v_exercice constant bigint := case
    when list_exercices.exercice_comptable_id is null then app.current_exercice_comptable_id()
    else list_exercices.exercice_comptable_id
  end;
  v_date constant date := case when apres is null then '-infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  return (
    select coalesce(json_agg(p.json order by p.date, p.heure, p.id), '[]')
      from (
        select api.as_json(e) as json, e.date, e.heure, e.id
          from app.exercices e
         where e.sis_key = request.sis_key()
           and e.exercice_comptable_id = v_exercice
           and (e.date, e.heure, e.id) > (v_date, v_heure, v_id)
         order by e.date, e.heure, e.id
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_exercices(bigint, json, integer) is
  'Exercices of an accounting year of the caller''s SIS, or of the current one, by date; a page after [date, heure, id].';
grant execute on function api.list_exercices(bigint, json, integer) to caserne_api;
--! EndIncluded api/exercices/list_exercices.sql
--! Included api/interventions/list_interventions.sql
-- Each call runs one of two statements: the interventions of one accounting year, or those of all years. Each reads its
-- rows from an index in the order of the list, from the start of the page, whether or not the tables were analyzed.
-- Sorts are off, because the planner expects hardly any rows and would sort those of another index. Within a year, "is
-- true" keeps the planner from the index of all years. Values are computed before the statements; within them they
-- could be computed for each row.
create or replace function api.list_interventions(
  exercice_comptable_id bigint default null, statut integer default null, du date default null, au date default null,
  type_intervention_id bigint default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_sort = off
as $$
declare
  v_filtered constant boolean := num_nonnulls(
    list_interventions.exercice_comptable_id, list_interventions.statut, list_interventions.du, list_interventions.au,
    list_interventions.type_intervention_id) > 0;
  -- Without any filter: the current accounting year, or nothing when there is none.
  v_exercice constant bigint := case
    when v_filtered then list_interventions.exercice_comptable_id else app.current_exercice_comptable_id()
  end;
  v_du constant date := coalesce(list_interventions.du, '-infinity');
  v_au constant date := coalesce(list_interventions.au, 'infinity');
  v_date constant date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_heure constant time := (apres ->> 1)::time;
  v_id constant bigint := (apres ->> 2)::bigint;
begin
  if v_exercice is null and v_filtered then
    return (
      select coalesce(json_agg(p.json order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
        from (
          select api.as_json(i) as json, i.date_debut, i.heure_debut, i.id
            from app.interventions i
           where i.sis_key = request.sis_key()
             and i.date_debut >= v_du
             and i.date_debut <= v_au
             and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
             and i.statut = coalesce(list_interventions.statut, i.statut)
             and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
           order by i.date_debut desc, i.heure_debut desc, i.id desc
           limit limite
        ) p
    );
  end if;
  return (
    select coalesce(json_agg(p.json order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]')
      from (
        select api.as_json(i) as json, i.date_debut, i.heure_debut, i.id
          from app.interventions i
         where i.sis_key = request.sis_key()
           and i.exercice_comptable_id = v_exercice
           and (i.date_debut between v_du and v_au) is true
           and (i.date_debut, i.heure_debut, i.id) < (v_date, v_heure, v_id)
           and i.statut = coalesce(list_interventions.statut, i.statut)
           and i.type_intervention_id = coalesce(list_interventions.type_intervention_id, i.type_intervention_id)
         order by i.date_debut desc, i.heure_debut desc, i.id desc
         limit limite
      ) p
  );
end;
$$;
comment on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) is
  'Interventions of the caller''s SIS, newest first, without any filter those of the current accounting year; a page after [date_debut, heure_debut, id].';
grant execute on function api.list_interventions(bigint, integer, date, date, bigint, json, integer) to caserne_api;
--! EndIncluded api/interventions/list_interventions.sql
--! Included api/sapeurs/list_sapeurs.sql
-- Each table is read once for all people of the page. The planner expects hardly any rows of each, and would read a
-- table again for every person: hence no nested loops.
create or replace function api.list_sapeurs(
  actif boolean default null, type integer[] default null, apres json default null, limite integer default null
) returns json
  language plpgsql stable set enable_nestloop = off
as $$
declare
  v_jour constant date := app.today();
  v_key constant text := request.plain(apres ->> 0);
  v_id constant bigint := (apres ->> 1)::bigint;
  v_ids constant bigint[] := array(
    select s.id
      from app.sapeurs s
      left join (
        select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service
          from app.mutations m
         where m.sis_key = request.sis_key()
           and list_sapeurs.actif is not null
         group by m.sapeur_id
      ) m on m.sapeur_id = s.id
     where s.sis_key = request.sis_key()
       and (list_sapeurs.actif is null
            or app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) = list_sapeurs.actif)
       and (list_sapeurs.type is null or s.type = any (list_sapeurs.type))
       -- A condition of its own too: a cursor that nobody was given must fail, even where names alone decide.
       and (apres is null or v_id > 0 and (request.plain(s.nom_prenom), s.id) > (v_key, v_id))
     -- É goes with E, whatever the collation of the database.
     order by request.plain(s.nom_prenom), s.id
     limit limite
  );
begin
  return (
    with listed as materialized (
      select s.sis_key, s.id, s.type, s.nom, s.prenom, s.suffixe, s.nom_prenom, s.civilite_id, s.porteur, s.created_at,
             s.updated_at, app.show_actif(s.sis_key, s.id, s.type, s.desactive, m.en_service) as actif, f.fonction_id,
             g.grade_id, m.annee_incorporation
        from app.sapeurs s
        left join (
          select m.sapeur_id, bool_or(app.is_current(m.incorporation, m.sortie, v_jour)) as en_service,
                 extract(year from min(m.incorporation))::integer as annee_incorporation
            from app.mutations m
           where m.sis_key = request.sis_key()
             and m.sapeur_id = any (v_ids)
           group by m.sapeur_id
        ) m on m.sapeur_id = s.id
        left join app.fonctions_du_jour f
          on f.sis_key = request.sis_key() and f.sapeur_id = any (v_ids) and f.sapeur_id = s.id
        left join app.grades_du_jour g
          on g.sis_key = request.sis_key() and g.sapeur_id = any (v_ids) and g.sapeur_id = s.id
       where s.sis_key = request.sis_key()
         and s.id = any (v_ids)
    )
    select coalesce(
             json_agg(
               api.as_json(
                 row(l.sis_key, l.id, l.type, l.nom, l.prenom, l.suffixe, l.nom_prenom, l.civilite_id, l.porteur,
                     l.created_at, l.updated_at, v_jour, l.actif, l.fonction_id, l.grade_id, l.annee_incorporation
                 )::app.sapeurs_du_jour,
                 pa
               ) || jsonb_build_object('permis', coalesce(p.permis, '[]'), 'fonctions', coalesce(f.fonctions, '[]'))
               order by array_position(v_ids, l.id)
             ),
             '[]'
           )
      from listed l
      left join app.particularites pa
        on pa.sis_key = request.sis_key() and pa.sapeur_id = any (v_ids) and pa.sapeur_id = l.id
      left join (
        select sp.sapeur_id,
               jsonb_agg(
                 jsonb_build_object('id', sp.id, 'permis_type_id', sp.permis_type_id, 'date', sp.date)
                 order by sp.date, sp.id
               ) as permis
          from app.sapeur_permis sp
         where sp.sis_key = request.sis_key()
           and sp.sapeur_id = any (v_ids)
         group by sp.sapeur_id
      ) p on p.sapeur_id = l.id
      left join (
        select sf.sapeur_id,
               jsonb_agg(
                 jsonb_build_object(
                   'id', sf.id, 'fonction_id', sf.fonction_id, 'debut', sf.debut, 'fin', sf.fin,
                   'remarque', sf.remarque
                 )
                 order by sf.debut, sf.id
               ) as fonctions
          from app.sapeur_fonctions sf
         where sf.sis_key = request.sis_key()
           and sf.sapeur_id = any (v_ids)
           and sf.debut <= v_jour + interval '1 month'
           and (sf.fin is null or sf.fin >= v_jour)
         group by sf.sapeur_id
      ) f on f.sapeur_id = l.id
  );
end;
$$;
comment on function api.list_sapeurs(boolean, integer[], json, integer) is
  'People of the caller''s SIS by name, each with his licences and the functions that are current or begin within a month; a page after [nom_prenom, id].';
grant execute on function api.list_sapeurs(boolean, integer[], json, integer) to caserne_api;
--! EndIncluded api/sapeurs/list_sapeurs.sql
--! Included api/sis/list_journal.sql
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
    when list_journal.du ~ v_day then list_journal.du::timestamp at time zone v_fuseau
    else request.read_instant(list_journal.du, v_fuseau)
  end;
  -- A day includes its end.
  v_until timestamptz := case
    when list_journal.au ~ v_day then (list_journal.au::timestamp + interval '1 day') at time zone v_fuseau
    else request.read_instant(list_journal.au, v_fuseau) + interval '1 microsecond'
  end;
  v_before constant bigint := coalesce((list_journal.apres ->> 0)::bigint, 9223372036854775807);
begin
  if num_nonnulls(list_journal.ligne_id, v_since, v_until) > 0 then
    return (
      select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
        from audit.find_entries(
          list_journal.ressource, list_journal.ligne_id, list_journal.user_id, list_journal.action, v_since, v_until, v_before,
          list_journal.limite) j
    );
  end if;
  return (
    select coalesce(json_agg(api.as_json(j) order by j.id desc), '[]')
      from audit.list_newest(
        list_journal.ressource, list_journal.user_id, list_journal.action, v_before, list_journal.limite) j
  );
end;
$$;
comment on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) is
  'The journal of the caller''s SIS by the given filters, newest first; a page after [id]. du and au are days or instants, both included.';
grant execute on function api.list_journal(text, bigint, bigint, text, text, text, json, integer) to caserne_api;
--! EndIncluded api/sis/list_journal.sql
--! Included api/moi/get_mes_decomptes.sql
-- Definer: a statement of account concerns other sapeurs too, so those it pays may not read it. The function shows its
-- designation only.
create or replace function api.get_mes_decomptes(exercice_comptable_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select json_build_object(
    'paiements', coalesce(
      (
        select json_agg(api.as_json(p.paiement, d.designation) order by p.date, p.id)
          from app.decomptes d
          -- Lateral with offset 0: payments are looked up by statement, not read for all years of the sapeur.
         cross join lateral (
           select m as paiement, m.date, m.id
             from app.paiements m
            where m.sis_key = request.sis_key()
              and m.decompte_id = d.id
              and m.sapeur_id = request.sapeur_id()
           offset 0
         ) p
         where d.sis_key = request.sis_key()
           and d.exercice_comptable_id = x.id
      ),
      '[]'
    ),
    'ecritures', coalesce(
      (
        select json_agg(api.as_json(e) order by e.date, e.id)
          from app.ecritures e
         where e.sis_key = request.sis_key()
           and e.sapeur_id = request.sapeur_id()
           and e.exercice_comptable_id = x.id
      ),
      '[]'
    )
  )
    from app.exercices_comptables x
   where x.sis_key = request.sis_key()
     and x.id = get_mes_decomptes.exercice_comptable_id
$$;
comment on function api.get_mes_decomptes(bigint) is
  'Payments to the calling sapeur and entries owed to him in an accounting year; null when the year does not exist. Definer: he may not read the statements themselves.';
grant execute on function api.get_mes_decomptes(bigint) to caserne_api;
--! EndIncluded api/moi/get_mes_decomptes.sql
