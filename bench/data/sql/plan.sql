-- The plan of the data: SIS with their sizes, people with their names, and every intervention with its
-- times. All other files compute their rows from here. Nothing is random: what looks so is a hash of an id.
drop schema if exists bench cascade;
create schema bench;

-- A number from 0 to n - 1 that only depends on id and salt.
create function bench.draw(id bigint, salt bigint, n bigint) returns integer
  language sql immutable parallel safe
as $$
  select ((hashint8extended(id, salt) & 9223372036854775807) % n)::integer
$$;

-- Numbers of a size (sizes.ts). Immutable, so that the planner puts in the values.
do $$
begin
  execute format('create function bench.size() returns json language sql immutable parallel safe as %L',
                 format('select %L::json', current_setting('bench.size')));
end;
$$;
create function bench.setting(name text) returns numeric language sql immutable parallel safe
as $$ select (bench.size() ->> name)::numeric $$;

-- The first day, the day after the last, and the day since when interventions and exercices are not imputed.
create function bench.since() returns date language sql immutable parallel safe
as $$ select (bench.size() ->> 'since')::date $$;
create function bench.until() returns date language sql immutable parallel safe
as $$ select (bench.size() ->> 'until')::date $$;
create function bench.open_since() returns date language sql immutable parallel safe
as $$ select (bench.size() ->> 'openSince')::date $$;

-- Minutes from the beginning of an intervention until the p-th sapeur comes, and from their coming until they go.
create function bench.delay(id bigint, p integer) returns integer
  language sql immutable parallel safe
as $$
  select (5 + (id + p * 3) % 11)::integer
$$;
create function bench.stay(id bigint, p integer, duree integer) returns integer
  language sql immutable parallel safe
as $$
  select (duree + (id * 7 + p * 13) % 40 - 10)::integer
$$;

-- SIS by size: s0001 is the largest. Sizes fall off like a power of the rank.
create unlogged table bench.sis as
select w.no, 's' || lpad(w.no::text, 4, '0') as sis_key,
       greatest(6, round(bench.setting('interventionsAYear') * w.work / sum(w.work) over ()))::integer as a_year,
       greatest(24, round(bench.setting('sapeurs') * w.people / sum(w.people) over ()))::integer as sapeurs
  from (
    select n as no, power(n, -bench.setting('workExponent')) as work, power(n, -bench.setting('peopleExponent')) as people
      from generate_series(1, bench.setting('sis')::integer) as n
  ) w;
alter table bench.sis add primary key (no);
-- People who still serve: the first of their SIS. The others left in the course of the years.
alter table bench.sis add actifs integer, add before integer;
update bench.sis s
   set actifs = s.sapeurs * 85 / 100, before = b.before
  from (select no, sum(sapeurs) over (order by no) - sapeurs as before from bench.sis) b
 where b.no = s.no;

-- People: `i` counts within the SIS, from 0.
create unlogged table bench.sapeurs as
select s.before + i + 1 as id, s.no, s.sis_key, i, i < s.actifs as actif, n.nom, n.prenom,
       '079 ' || lpad((300 + (s.before + i) / 10000)::text, 3, '0') || ' ' || lpad(((s.before + i) / 100 % 100)::text, 2, '0') || ' '
         || lpad(((s.before + i) % 100)::text, 2, '0') as numero
  from bench.sis s
 cross join (select current_setting('bench.noms')::text[] as noms, current_setting('bench.prenoms')::text[] as prenoms offset 0) as t
 cross join lateral generate_series(0, s.sapeurs - 1) as i
 cross join lateral (
   select t.noms[1 + bench.draw(s.before + i, 1, cardinality(t.noms))] as nom,
          t.prenoms[1 + bench.draw(s.before + i, 2, cardinality(t.prenoms))] as prenom
 ) n
 order by s.no, i;
alter table bench.sapeurs add primary key (id);

create unlogged table bench.scenarios as
select (row_number() over () - 1)::integer as i, s.*
  from json_to_recordset(current_setting('bench.scenarios')::json)
       as s (objet text, type bigint, federal bigint, code text, degre smallint, description text, missions json);

-- Accounting years of each SIS. The last one is not over. What looks random follows from `key`: a SIS has the same year
-- however many years and SIS there are.
create unlogged table bench.annees as
select row_number() over (order by a.annee, s.no) as id, (a.annee::bigint * 10000 + s.no) * 1000000 as key, s.no, s.sis_key, a.annee::integer,
       greatest(make_date(a.annee::integer, 1, 1), bench.since()) as debut,
       least(make_date(a.annee::integer + 1, 1, 1), bench.until()) as fin
  from bench.sis s
 cross join generate_series(extract(year from bench.since()), extract(year from bench.until() - 1)) as a (annee);

-- Interventions in the order of their beginnings; `first` is the place of their first sapeur in the SIS. Those of one
-- SIS are apart, and the people take turns, so that nobody is at two at once.
create unlogged table bench.interventions as
select row_number() over (order by p.debut, p.sis_no) as id, p.*
  from (
    select s.no as sis_no, s.sis_key, s.actifs, s.before, a.id as exercice_comptable_id, a.annee, n as no,
           date_trunc('minute', a.debut + ((n - 1) + bench.draw(a.key + n, 3, 900) / 1000.0) / c.combien * (a.fin - a.debut) * interval '1 day')
             as debut,
           20 + bench.draw(a.key + n, 4, 16) * bench.draw(a.key + n, 5, 16) as duree,
           (bench.setting('presencesFrom') + bench.draw(a.key + n, 6, bench.setting('presencesRange')::bigint))::integer as presences
      from bench.annees a
      join bench.sis s on s.no = a.no
     -- A tenth more or less each year.
     cross join lateral (
       select greatest(3, round(s.a_year * (a.fin - a.debut) / 365.0 * (0.93 + bench.draw(a.key, 7, 15) / 100.0)))::integer as combien
     ) c
     cross join lateral generate_series(1, c.combien) as n
  ) p;

-- Statut 3 where they are imputed, 2 after two months; the reports of some recent ones are missing.
create unlogged table bench.ordered as
select i.id, i.sis_no, i.sis_key, i.actifs, i.before, i.exercice_comptable_id, i.annee, i.no::integer as no, i.debut,
       i.duree, i.debut + i.duree * interval '1 minute' as fin,
       row_number() over (partition by i.sis_no order by i.id desc)::integer as rang,
       (sum(i.presences) over (partition by i.sis_no order by i.id) - i.presences) % i.actifs as first,
       sum(i.presences) over (order by i.id) - i.presences as presence,
       s.statut, case when s.statut > 0 then i.presences else 0 end as presences,
       bench.draw(i.id, 8, (select count(*) from bench.scenarios)) as scenario,
       bench.draw(i.id, 9, 1000) < bench.setting('alarmes') * 1000 as alarme,
       bench.draw(i.id, 10, 1000) < bench.setting('autresAlarmes') * 1000 as autre_alarme
  from bench.interventions i
 cross join lateral (
   select case
            when i.debut < bench.open_since() then 3
            when i.debut < bench.until() - 60 then 2
            when bench.draw(i.id, 11, 12) = 0 then 0
            else 1
          end::smallint as statut
 ) s
 order by i.id;
drop table bench.interventions;
alter table bench.ordered rename to interventions;
alter table bench.interventions add primary key (id);
analyze bench.interventions;
analyze bench.sapeurs;
analyze bench.sis;
