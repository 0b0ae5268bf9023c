-- The term begins when the accounting year of the last entry or payment ends.
create or replace function audit.keep_identite_paie(sis_key text, sapeur_id bigint) returns date
  language plpgsql volatile set search_path = ''
as $$
declare
  v_term date;
begin
  select max((x.fin + interval '10 years')::date) into v_term
    from app.exercices_comptables x
   where x.sis_key = keep_identite_paie.sis_key
     and x.id in (
       select e.exercice_comptable_id
         from app.ecritures e
        where e.sis_key = x.sis_key and e.sapeur_id = keep_identite_paie.sapeur_id
       union
       select d.exercice_comptable_id
         from app.paiements p
         join app.decomptes d on d.sis_key = p.sis_key and d.id = p.decompte_id
        where p.sis_key = x.sis_key and p.sapeur_id = keep_identite_paie.sapeur_id
     );
  if v_term is null or v_term < current_date then
    delete from audit.identites_paie i
     where i.sis_key = keep_identite_paie.sis_key and i.sapeur_id = keep_identite_paie.sapeur_id;
    return null;
  end if;
  insert into audit.identites_paie (
    sis_key, sapeur_id, nom, prenom, suffixe, date_naissance, rue, no_rue, localite_id, no_avs, iban, jusqu_au)
  select s.sis_key, s.id, s.nom, s.prenom, s.suffixe, p.date_naissance, coalesce(p.rue, ''), coalesce(p.no_rue, ''),
         p.localite_id, coalesce(a.no_avs, ''), coalesce(a.iban, ''), v_term
    from app.sapeurs s
    left join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
    left join app.salaires a on a.sis_key = s.sis_key and a.sapeur_id = s.id
   where s.sis_key = keep_identite_paie.sis_key
     and s.id = keep_identite_paie.sapeur_id
      on conflict on constraint identites_paie_pkey do nothing;
  return v_term;
end;
$$;
comment on function audit.keep_identite_paie(text, bigint) is
  'Keeps the identity of a sapeur for documents of their pay, and returns until when: ten years after the accounting year. Forgets it when that is over, or when they were never paid (null).';
-- Not granted: `caserne erase sapeur` calls it.
