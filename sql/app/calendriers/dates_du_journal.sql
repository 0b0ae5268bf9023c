create or replace function app.dates_du_journal(ressource text, ligne_id bigint, out created_at timestamptz, out modifie_at timestamptz)
  language sql stable
as $$
  select min(j.recorded_at), max(j.recorded_at)
    from audit.journal j
   where j.sis_key = request.sis_key()
     and j.ressource = dates_du_journal.ressource
     and j.ligne_id = dates_du_journal.ligne_id
$$;
comment on function app.dates_du_journal(text, bigint) is
  'When a row was made and last changed, by the journal; nulls for one that the journal does not know, or may not show.';
