create or replace function app.match_numero(telephones text[], day date, out sapeur_id bigint, out known boolean)
  language sql stable
as $$
  with known_numbers as (
    select min(s.id) as id, count(distinct s.id) as owners
      from app.telephones t
      join app.sapeurs s on s.sis_key = t.sis_key and s.id = t.sapeur_id
     where t.sis_key = request.sis_key()
       and t.e164 in (select app.e164(n) from unnest(match_numero.telephones) as n)
       and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
     group by t.e164
  )
  select (
           -- A number that two active people share does not identify either of them.
           select min(c.id) from known_numbers c where c.owners = 1 having count(distinct c.id) = 1
         ),
         exists (select from known_numbers)
$$;
comment on function app.match_numero(text[], date) is
  'The one active sapeur who alone has one of the numbers, else null; and whether any active sapeur has one of them.';
