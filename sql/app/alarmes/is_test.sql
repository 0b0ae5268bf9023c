-- "Feu salle d'exercice" is real: its last word is "d'exercice".
create or replace function app.is_test(type text, code text, description text, mots text[]) returns boolean
  language sql stable parallel safe
as $$
  select exists (
    select
      from unnest(mots) as m (mot)
     cross join lateral (select request.plain(m.mot) || ' ') as w (mot)
     where w.mot <> ' '
       and (
         starts_with(request.plain(type) || ' ', w.mot)
         or starts_with(request.plain(code) || ' ', w.mot)
         or starts_with(request.plain(description) || ' ', w.mot)
         or request.plain(regexp_replace(btrim(type), '^.*\s', '')) || ' ' = w.mot
       )
  )
$$;
comment on function app.is_test(text, text, text, text[]) is
  'Whether an alarm is a test: its type, code or description begins with one of these words, or its type ends with one.';
