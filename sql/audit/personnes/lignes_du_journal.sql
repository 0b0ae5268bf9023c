-- An entry of a changed row holds only the columns that differ, so rows are found by the entries that name the person.
create or replace function audit.lignes_du_journal(sis_key text, sapeur_id bigint) returns table (ressource text, ligne_id bigint)
  language sql stable set search_path = ''
as $$
  select distinct j.ressource, j.ligne_id
    from audit.journal j
   where j.sis_key = lignes_du_journal.sis_key
     and j.ressource not in ('interventions', 'sis')
     and lignes_du_journal.sapeur_id::text in (j.avant ->> 'sapeur_id', j.apres ->> 'sapeur_id')
  union
  select r, lignes_du_journal.sapeur_id from unnest(array['sapeurs', 'particularites', 'salaires']) as r
$$;
comment on function audit.lignes_du_journal(text, bigint) is
  'Rows of a sapeur that the journal has entries of, those that are gone too.';
-- Not granted: definer functions of the owner call it.
