-- The statements that a table's line stands for, by clause (docs/reference/table-line.md). `caserne schema` replaces what
-- is between angle brackets. Like all of sql/, they may run twice.

--: row security
alter table <table> enable row level security;
alter table <table> force row level security;

--: tenant
drop policy if exists locataire on <table>;
create policy locataire on <table> as restrictive using (sis_key = request.sis_key());

--: tenant of auth
-- Some tables of auth also change outside a request, in any SIS. Only functions of auth reach them, as the owner.
drop policy if exists locataire on <table>;
create policy locataire on <table> as restrictive using (sis_key = coalesce(request.sis_key(), sis_key));
drop policy if exists interne on <table>;
create policy interne on <table> to caserne_owner using (true);

--: tenant for analysts
drop policy if exists locataire on <table>;
create policy locataire on <table> as restrictive to caserne_owner, caserne_api, caserne_worker
  using (sis_key = request.sis_key());
-- sql/auth/analystes.sql and sql/auth/partis.sql say why these have sub-selects.
drop policy if exists octroi on <table>;
create policy octroi on <table> as restrictive to caserne_analyst
  using (((select auth.octroi_complet()) or (select auth.octrois())[sis_key] is not null)
         and sis_key = any ((select auth.liste_octrois())::text[]));
drop policy if exists analyste on <table>;
create policy analyste on <table> for select to caserne_analyst using (true);
drop policy if exists national on <table>;
create policy national on <table> for select to caserne_national
  using ((select auth.partis()) is null or (select auth.partis())[sis_key] is null);

--: shared for analysts
drop policy if exists analyste on <table>;
create policy analyste on <table> for select to caserne_analyst, caserne_national using (true);

--: versioned
drop trigger if exists _020_version on <table>;
create trigger _020_version before update on <table>
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _950_if_match on <table>;
create trigger _950_if_match after update or delete on <table>
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match(<arguments>);

--: part of
drop trigger if exists <trigger> on <table>;
create trigger <trigger> after insert or update or delete on <table>
  for each row execute function <schema>.tg_contenu(<arguments>);

--: marks
drop trigger if exists _870_changement on <table>;
create trigger _870_changement after insert or update or delete on <table>
  for each row execute function audit.tg_changement(<arguments>);
drop trigger if exists _880_changement on <table>;
create trigger _880_changement after truncate on <table>
  for each statement execute function audit.tg_changement(<arguments>);

--: journal
drop trigger if exists _900_journal on <table>;
create trigger _900_journal after insert or update or delete on <table>
  for each row execute function audit.tg_journal(<arguments>);
