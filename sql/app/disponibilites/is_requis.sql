create or replace function app.is_requis(requis app.effectif_requis, heure timestamp) returns boolean
  language sql immutable
as $$
  select case
           when requis.heure_debut < requis.heure_fin
           then heure::time >= requis.heure_debut and heure::time < requis.heure_fin and extract(isodow from heure) = any (requis.jours)
           -- Past midnight, the day before counts.
           else heure::time >= requis.heure_debut and extract(isodow from heure) = any (requis.jours)
             or heure::time < requis.heure_fin and extract(isodow from heure - interval '1 day') = any (requis.jours)
         end
$$;
comment on function app.is_requis(app.effectif_requis, timestamp) is
  'Whether a requirement counts in the hour that begins at this local time.';
grant execute on function app.is_requis(app.effectif_requis, timestamp) to caserne_api;
