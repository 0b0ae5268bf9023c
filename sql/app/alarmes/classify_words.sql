-- Codes are abbreviations. A code of five letters or more stands for all words that begin with it. A shorter code
-- stands for those words of its type's designation that begin with it: BAT means "bâtiment", not "bateau". The
-- designation of the type counts as a code too.
--
-- Words are split by string_to_array: the planner expects ten of them, but a thousand from regexp_split_to_table.
create or replace function app.find_code(text text, prefix text default '')
  returns table (words text, type_intervention_id bigint, stat_federal_id bigint)
  language sql stable
as $$
  with codes as (
    select k.id, request.plain(k.code) as code, request.plain(t.designation) as designation, k.type_intervention_id, k.stat_federal_id
      from app.codes_alarme k
      join app.types_intervention t on t.sis_key = k.sis_key and t.id = k.type_intervention_id
     where k.sis_key = request.sis_key()
  ),
  spellings as (
    select c.id, c.code as spelling, c.designation, c.type_intervention_id, c.stat_federal_id from codes c
    union all
    -- Except "Autre intervention", which says nothing.
    (select distinct on (c.designation) c.id, c.designation, c.designation, c.type_intervention_id, c.stat_federal_id
       from codes c where c.type_intervention_id <> app.type_intervention_divers() order by c.designation, c.id)
  ),
  patterns as (
    select e.*, m.words, m.pattern
      from spellings e
     cross join lateral (
       select string_agg(w.word, ' ' order by w.n),
              string_agg(
                '(?:' || concat_ws('|',
                  case when length(w.word) >= 5 then rtrim(w.word, 's') || '[a-z]*' else w.word || '[sx]?' end,
                  (select string_agg(d || '[sx]?', '|') from unnest(string_to_array(e.designation, ' ')) d where starts_with(d, w.word))
                ) || ')', ' ' order by w.n)
         from unnest(string_to_array(app.telling_words(e.spelling), ' ')) with ordinality as w (word, n)
     ) m (words, pattern)
  )
  select m.words, m.type_intervention_id, m.stat_federal_id
    from patterns m
   where app.telling_words(text) ~ ('(?:^| )' || m.pattern || '(?: |$)')
     and starts_with(m.words, prefix)
     and m.words <> ''
   order by length(m.words) desc, m.id
   limit 1
$$;
comment on function app.find_code(text, text) is
  'The meaning of a text by the SIS''s table of codes: the longest match that begins with the given words. No row when nothing matches.';

create or replace function app.classify_words(type text, description text, out type_intervention_id bigint, out stat_federal_id bigint)
  language sql stable
as $$
  select coalesce(d.type_intervention_id, t.type_intervention_id, app.type_intervention_divers()),
         coalesce(d.stat_federal_id, t.stat_federal_id, app.stat_federal_divers())
    from (select) as un
    left join lateral app.find_code(type) t on true
    -- The description counts where the type matches nothing, or where it is more precise: "Feu", then "Feu de
    -- cheminée".
    left join lateral app.find_code(description, coalesce(t.words || ' ', '')) d on true
$$;
comment on function app.classify_words(text, text) is
  'Type of intervention and federal category of an alarm without a code, by the words of its type and description. Else "Autre intervention" and "Interventions diverses".';
