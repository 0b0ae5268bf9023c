-- From the numbers to their owners, step by step (offset 0): under policies joined by "or" the planner would look through
-- all people of the SIS for each person of a report.
create or replace function app.match_numero(telephones text[], day date, out sapeur_id bigint, out known boolean)
  language sql stable
as $$
  with known_numbers as (
    select min(s.id) as id, count(distinct s.id) as owners
      from (select distinct app.e164(i.numero) as e164 from unnest(match_numero.telephones) as i (numero)) n
     cross join lateral (
       select t.sapeur_id
         from app.telephones t
        where t.sis_key = request.sis_key()
          and t.e164 = n.e164
       offset 0
     ) t
     cross join lateral (
       select s.id
         from app.sapeurs s
        where s.sis_key = request.sis_key()
          and s.id = t.sapeur_id
          and app.is_actif(s.sis_key, s.id, s.type, s.desactive, day)
       offset 0
     ) s
     group by n.e164
  )
  select (
           -- A number that two active people share does not identify either of them.
           select min(c.id) from known_numbers c where c.owners = 1 having count(distinct c.id) = 1
         ),
         exists (select from known_numbers)
$$;
comment on function app.match_numero(text[], date) is
  'The one active sapeur who alone has one of the numbers, else null; and whether any active sapeur has one of them.';
