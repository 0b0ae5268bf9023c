-- The arguments are columns and not the row, because analysts may not read the other columns. begin atomic parses the
-- body when the function is made: analysts call it through views of stats and may not use names of app.
create or replace function app.is_actif(sis_key text, sapeur_id bigint, type smallint, desactive boolean, day date) returns boolean
  language sql stable
begin atomic
  select case
           when is_actif.type <> 0 then not is_actif.desactive
           else exists (
             select
               from app.mutations m
              where m.sis_key = is_actif.sis_key
                and m.sapeur_id = is_actif.sapeur_id
                and app.is_current(m.incorporation, m.sortie, day)
           )
         end;
end;
comment on function app.is_actif(text, bigint, smallint, boolean, date) is
  'Whether someone is in service on a day. A sapeur is by a mutation (app.is_current); civilians and recruits are unless taken out of service.';
grant execute on function app.is_actif(text, bigint, smallint, boolean, date) to caserne_api, caserne_analyst, caserne_national;
