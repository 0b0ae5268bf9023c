create or replace function audit.check_effacement(sis_key text, sapeur_id bigint) returns void
  language plpgsql stable set search_path = ''
as $$
declare
  v_sapeur app.sapeurs;
begin
  select s.* into v_sapeur from app.sapeurs s where s.sis_key = check_effacement.sis_key and s.id = check_effacement.sapeur_id;
  if v_sapeur.id is null then
    raise sqlstate 'PT404' using message = 'Sapeur inconnu';
  elsif app.is_actif(v_sapeur.sis_key, v_sapeur.id, v_sapeur.type, v_sapeur.desactive, current_date) then
    raise sqlstate 'PT409' using message = 'Ce sapeur est encore actif : enregistrez d’abord sa sortie, ou désactivez-le';
  elsif exists (select from app.sis c where c.sis_key = v_sapeur.sis_key and c.sapeur_id = v_sapeur.id) then
    raise sqlstate 'PT409' using message = 'Ce sapeur est le commandant du SIS';
  elsif exists (
    select
      from app.ecritures e
      join app.exercices_comptables x on x.sis_key = e.sis_key and x.id = e.exercice_comptable_id
      left join app.decomptes d on d.sis_key = e.sis_key and d.id = e.decompte_id
     where e.sis_key = v_sapeur.sis_key
       and e.sapeur_id = v_sapeur.id
       and d.paye_le is null
       and not x.boucle
       and e.total <> 0
  ) then
    raise sqlstate 'PT409' using message = 'Ce sapeur a des écritures à payer : payez-les, ou bouclez leur année';
  end if;
end;
$$;
comment on function audit.check_effacement(text, bigint) is
  'Refuses to erase a sapeur who does not exist (PT404), is in service, commands the SIS or has entries to be paid (PT409).';
-- Not granted: `caserne erase sapeur` calls it.
