create or replace function app.show_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, en_service boolean)
  returns boolean
  language sql stable
as $$
  select case
           when type <> 0 then not desactive
           when sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification') or sapeur_id = request.sapeur_id()
           then coalesce(en_service, false)
         end
$$;
comment on function app.show_actif(text, bigint, smallint, boolean, boolean) is
  'Whether a sapeur is in service; en_service says whether a mutation keeps them so (app.is_current). Null for readers who may not see their mutations.';
grant execute on function app.show_actif(text, bigint, smallint, boolean, boolean) to caserne_api;
