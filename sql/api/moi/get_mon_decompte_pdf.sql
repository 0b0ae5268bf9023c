-- Definer: as in api.get_mes_decomptes, the payees of a décompte may not read it.
create or replace function api.get_mon_decompte_pdf(exercice_comptable_id bigint, decompte_id bigint) returns json
  language sql stable security definer set search_path = ''
as $$
  select app.feuille_decompte(d.id, true, request.sapeur_id())
    from app.decomptes d
   where d.sis_key = request.sis_key()
     and d.exercice_comptable_id = get_mon_decompte_pdf.exercice_comptable_id
     and d.id = get_mon_decompte_pdf.decompte_id
     and request.sapeur_id() is not null
$$;
comment on function api.get_mon_decompte_pdf(bigint, bigint) is
  'The slip of the calling sapeur in a décompte: contents of the PDF. Null where the décompte pays them nothing. Definer: they may not read the décompte itself.';
grant execute on function api.get_mon_decompte_pdf(bigint, bigint) to caserne_api;
