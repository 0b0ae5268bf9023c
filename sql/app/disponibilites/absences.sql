-- Definer: those who may read only that somebody cannot come must not read why. The policies decide whose periods are
-- seen.
create or replace function app.absences(du timestamptz, au timestamptz)
  returns table (id bigint, sapeur_id bigint, debut timestamptz, fin timestamptz, motif text)
  language plpgsql stable security definer set search_path = '' rows 100
as $$
declare
  v_fuseau constant text := app.fuseau();
  v_du constant date := (absences.du at time zone v_fuseau)::date;
  v_au constant date := (absences.au at time zone v_fuseau)::date;
  v_motifs constant boolean := request.can('sapeur.modification');
begin
  return query
  select i.id, i.sapeur_id, o.debut, o.fin, case when v_motifs or i.sapeur_id = request.sapeur_id() then i.motif end
    from app.indisponibilites i
   cross join lateral (
     select i.debut, i.fin
      where i.recurrence is null
     union all
     select request.instant_of(r.jour + l.debut::time, v_fuseau), request.instant_of(r.jour + l.debut::time + (l.fin - l.debut), v_fuseau)
       from (select i.debut at time zone v_fuseau, i.fin at time zone v_fuseau) as l (debut, fin)
      cross join lateral (select l.fin::date - l.debut::date) as n (nuits)
      cross join lateral app.repetitions(
        l.debut, i.recurrence, v_fuseau, v_du - n.nuits, least(v_au, i.dernier_jour - n.nuits)) as r (jour)
      where i.recurrence is not null
   ) o
   where i.sis_key = request.sis_key()
     and i.dernier_jour >= v_du
     and i.debut < absences.au
     and o.debut < absences.au
     and o.fin > absences.du;
end;
$$;
comment on function app.absences(timestamptz, timestamptz) is
  'When people of the caller''s SIS cannot come between two instants: each period, and each repetition of it, whole. The motif is null unless it is their own, or with sapeur.modification. Definer: sapeur.lecture shows the periods, but not the motif.';
grant execute on function app.absences(timestamptz, timestamptz) to caserne_api;
