create or replace function app.is_actif(sapeur app.sapeurs, jour date) returns boolean
  language sql stable
as $$
  select case
           when sapeur.type <> 0 then not sapeur.desactive
           else exists (
             select
               from app.mutations m
              where m.sis_key = sapeur.sis_key
                and m.sapeur_id = sapeur.id
                and (m.sortie is null and m.incorporation <= jour
                     or m.sortie >= jour and m.incorporation <= jour + interval '3 months')
           )
         end
$$;
comment on function app.is_actif(app.sapeurs, date) is
  'Whether someone is in service on a day: a mutation open and begun, or one that ends that day or later and begins within three months. Civilians and recruits are unless they were taken out of service.';
grant execute on function app.is_actif(app.sapeurs, date) to caserne_api, caserne_analyst, caserne_national;
