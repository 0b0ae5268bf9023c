-- Definer: who may read only that somebody cannot come must not read why. The policies decide whose periods are seen.
create or replace function app.absences(du timestamptz, au timestamptz)
  returns table (id bigint, sapeur_id bigint, debut timestamptz, fin timestamptz, motif text)
  language sql stable security definer set search_path = '' rows 100
as $$
  select i.id, i.sapeur_id, o.debut, o.fin,
         case when request.can('sapeur.modification') or i.sapeur_id = request.sapeur_id() then i.motif end
    from app.indisponibilites i
   cross join (select app.fuseau()) as z (fuseau)
   cross join lateral (
     select i.debut, i.fin
      where i.recurrence is null
     union all
     select (r.jour + l.debut::time) at time zone z.fuseau,
            (r.jour + l.debut::time + (l.fin - l.debut)) at time zone z.fuseau
       from (select i.debut at time zone z.fuseau, i.fin at time zone z.fuseau) as l (debut, fin)
      cross join lateral app.repetitions(
        l.debut, i.recurrence, z.fuseau,
        (absences.du at time zone z.fuseau)::date - (l.fin::date - l.debut::date),
        least((absences.au at time zone z.fuseau)::date, i.dernier_jour - (l.fin::date - l.debut::date))) as r (jour)
      where i.recurrence is not null
   ) o
   where i.sis_key = request.sis_key()
     and i.dernier_jour >= (absences.du at time zone z.fuseau)::date
     and i.debut < absences.au
     and o.debut < absences.au
     and o.fin > absences.du
$$;
comment on function app.absences(timestamptz, timestamptz) is
  'When people of the caller''s SIS cannot come between two instants: each period, and each repetition of it, whole. The motif is null unless it is his own, or with sapeur.modification. Definer: sapeur.lecture shows the periods, but not the motif.';
grant execute on function app.absences(timestamptz, timestamptz) to caserne_api;
