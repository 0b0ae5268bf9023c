-- Entries stay, with who changed which row and when. Their values lose the columns that say something of the person,
-- and texts of other rows their names and numbers.
create or replace function audit.erase_journal(sis_key text, sapeur_id bigint, motif text, pseudonyme text) returns bigint
  language plpgsql volatile set search_path = ''
as $$
declare
  v_rows bigint;
  v_texts bigint;
begin
  update audit.journal j
     set avant = j.avant - c.colonnes, apres = j.apres - c.colonnes
    from audit.lignes_du_journal(erase_journal.sis_key, erase_journal.sapeur_id) l
    join (
      select split_part(d.nom, '.', 2) as ressource,
             case when d.regle = 'supprime' then d.personnelles || d.gardees else d.personnelles end as colonnes
        from audit.donnees_personnelles() d
       where d.lien is not null
      union all
      select 'invitations', '{email}'
    ) c on c.ressource = l.ressource
   where j.sis_key = erase_journal.sis_key
     and j.ressource = l.ressource
     and j.ligne_id = l.ligne_id
     and (j.avant ?| c.colonnes or j.apres ?| c.colonnes);
  get diagnostics v_rows = row_count;
  update audit.journal j
     set avant = regexp_replace(j.avant::text, motif, pseudonyme, 'gi')::jsonb,
         apres = regexp_replace(j.apres::text, motif, pseudonyme, 'gi')::jsonb
   where j.sis_key = erase_journal.sis_key
     and (j.avant::text ~* motif or j.apres::text ~* motif);
  get diagnostics v_texts = row_count;
  insert into audit.journal (sis_key, user_id, ressource, ligne_id, action, avant, apres)
  values (erase_journal.sis_key, null, 'sapeurs', erase_journal.sapeur_id, 'modification', '{}', '{"efface": true}');
  return v_rows + v_texts;
end;
$$;
comment on function audit.erase_journal(text, bigint, text, text) is
  'Takes a person out of the values of the journal, and adds an entry that they were erased; how many entries were changed.';
-- Not granted: `caserne erase sapeur` calls it.
