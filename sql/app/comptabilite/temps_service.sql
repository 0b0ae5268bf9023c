-- Civilians and recruits have no mutations: they serve as long as they are there.
create or replace function app.temps_service(sapeur_ids bigint[]) returns table (sapeur_id bigint, temps datemultirange)
  language sql stable
as $$
  select s.id,
         case
           when s.type = 0 then
             coalesce(range_agg(daterange(m.incorporation, m.sortie, '[]')) filter (where m.id is not null), '{}')
           else '{(,)}'
         end
    from app.sapeurs s
    left join app.mutations m on m.sis_key = s.sis_key and m.sapeur_id = s.id
   where s.sis_key = request.sis_key()
     and (sapeur_ids is null or s.id = any (sapeur_ids))
   group by s.sis_key, s.id
$$;
comment on function app.temps_service(bigint[]) is
  'The days on which sapeurs (null: all) serve, by their mutations; empty for a sapeur without one.';
