create table if not exists app.localites_sis (
  sis_key text not null references auth.sis default request.sis_key(),
  localite_id bigint not null references app.localites,
  version bigint not null default 1,
  primary key (sis_key, localite_id)
);

--!tenant app.localites_sis, graphql localite_sis, versioned by localite_id, marks listes, neutral localite_id
drop policy if exists lecture on app.localites_sis;
create policy lecture on app.localites_sis for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.localites_sis;
create policy ajout on app.localites_sis for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.localites_sis;
create policy suppression on app.localites_sis for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.localites_sis to caserne_api;
grant insert (localite_id) on app.localites_sis to caserne_api;

comment on table app.localites_sis is 'Places that a SIS serves.';
comment on constraint localites_sis_pkey on app.localites_sis is 'Cette localité est déjà desservie';
comment on constraint localites_sis_localite_id_fkey on app.localites_sis is 'localite_id: Cette localité n’existe pas.';
