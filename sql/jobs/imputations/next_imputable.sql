-- In the order of numbers. Those before the last one are asked for only at the end: someone may have validated one of
-- them meanwhile, and it may have got another number. The work fills the tables that are read, so their statistics are
-- old. Without these settings, each call sorted all interventions of the year.
create or replace function jobs.next_imputable(travail app.travaux) returns app.interventions
  language plpgsql stable set enable_sort = off set enable_bitmapscan = off set enable_seqscan = off
as $$
declare
  v_last_no constant integer := coalesce((
    select max(l.no) from app.travail_interventions l where l.sis_key = travail.sis_key and l.travail_id = travail.id
  ), 0);
  v_after integer;
  v_intervention app.interventions;
begin
  foreach v_after in array array[v_last_no, 0] loop
    select * into v_intervention
      from app.interventions i
     where i.sis_key = travail.sis_key
       and i.exercice_comptable_id = travail.exercice_comptable_id
       and i.no > v_after
       and i.statut = app.intervention_validee()
       -- limit: each looked up by its id. A join would read all that were dealt with.
       and (
         select l.no
           from app.travail_interventions l
          where l.sis_key = i.sis_key and l.travail_id = travail.id and l.intervention_id = i.id
          limit 1
       ) is null
     order by i.no
     limit 1;
    exit when found;
  end loop;
  return v_intervention;
end;
$$;
comment on function jobs.next_imputable(app.travaux) is
  'The next intervention that the imputation of a year is for; null when it has dealt with each that is validée.';
