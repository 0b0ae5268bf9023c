--! Previous: sha1:0f231a57062206cb2e1231564b1e98075d44efda
--! Hash: sha1:2205e180803ae81e247d40fbfdb370eafe18432f

-- Enter migration here

-- Files of sql/ that have changed since the last release; written by `caserne schema`.
-- Statements of yours stand above this heading, such as an alter table.
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
  v_heure constant time := apres ->> 1;
  v_id constant bigint := apres ->> 2;
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
-- Two statements, of which each call runs one: the interventions of one accounting year, and those of all years. Each
-- reads its rows from an index in the order of the list, from the start of the page, whether or not the tables were
-- analyzed. The planner expects hardly any rows of any index: it would sort those of another one, hence no sorts, and
-- within a year take the index of all years if the days limited it, hence "is true", which no index serves. Values are
-- computed before the statements, within which they could be computed for each row.
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
  v_heure constant time := apres ->> 1;
  v_id constant bigint := apres ->> 2;
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
--! Included api/moi/list_mes_interventions.sql
-- Definer: sapeurs may not read interventions at which they were present. The function shows the caller's presences,
-- and of the interventions the fields in as_json. It begins with his presences, which are few: "offset 0" keeps the
-- planner from beginning with all interventions of the year. Whole interventions are read for the page only.
create or replace function api.list_mes_interventions(
  exercice_comptable_id bigint, apres json default null, limite integer default null
) returns json
  language plpgsql stable security definer set search_path = ''
as $$
declare
  v_fuseau text := app.fuseau();
  v_date date;
  v_heure time;
  v_id bigint;
begin
  if not exists (
    select
      from app.exercices_comptables x
     where x.sis_key = request.sis_key()
       and x.id = list_mes_interventions.exercice_comptable_id
  ) then
    return null;
  end if;
  v_date := case when apres is null then 'infinity' else (apres ->> 0)::date end;
  v_heure := apres ->> 1;
  v_id := apres ->> 2;
  return (
    select coalesce(
             json_agg(api.as_json(p.presence, i, v_fuseau) order by p.date_debut desc, p.heure_debut desc, p.id desc), '[]'
           )
      from (
        select s as presence, s.id, s.intervention_id, k.date_debut, k.heure_debut
          from app.intervention_sapeurs s
         cross join lateral (
           select j.date_debut, j.heure_debut, j.exercice_comptable_id
             from app.interventions j
            where j.sis_key = s.sis_key
              and j.id = s.intervention_id
           offset 0
         ) k
         where s.sis_key = request.sis_key()
           and s.sapeur_id = request.sapeur_id()
           and k.exercice_comptable_id = list_mes_interventions.exercice_comptable_id
           and (k.date_debut, k.heure_debut, s.id) < (v_date, v_heure, v_id)
         order by k.date_debut desc, k.heure_debut desc, s.id desc
         limit limite
      ) p
      join app.interventions i on i.sis_key = request.sis_key() and i.id = p.intervention_id
  );
end;
$$;
comment on function api.list_mes_interventions(bigint, json, integer) is
  'Presences of the calling sapeur at interventions of an accounting year, newest first; a page after [date_debut, heure_debut, id]. Null when the year does not exist. Definer: he may read neither other interventions nor more of these.';
grant execute on function api.list_mes_interventions(bigint, json, integer) to caserne_api;
--! EndIncluded api/moi/list_mes_interventions.sql
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
  v_id constant bigint := apres ->> 1;
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
