-- The only public thing of a SIS: any request opened on its key may see it.
create table if not exists app.sis_logos (
  sis_key text not null references auth.sis default request.sis_key(),
  type text not null check (type in ('image/png', 'image/jpeg', 'image/webp', 'image/svg+xml')),
  image bytea not null check (length(image) between 1 and 1048576),
  etag text not null generated always as (encode(sha256(image), 'hex')) stored,
  updated_at timestamptz not null default now(),
  version bigint not null default 1,
  primary key (sis_key)
);

alter table app.sis_logos enable row level security;
alter table app.sis_logos force row level security;
drop policy if exists locataire on app.sis_logos;
create policy locataire on app.sis_logos as restrictive using (sis_key = request.sis_key());
drop policy if exists lecture on app.sis_logos;
create policy lecture on app.sis_logos for select using (sis_key = request.sis_key());
drop policy if exists ajout on app.sis_logos;
create policy ajout on app.sis_logos for insert with check (sis_key = request.sis_with('sis.config'));
drop policy if exists modification on app.sis_logos;
create policy modification on app.sis_logos for update using (sis_key = request.sis_with('sis.config'));
drop policy if exists suppression on app.sis_logos;
create policy suppression on app.sis_logos for delete using (sis_key = request.sis_with('sis.config'));

grant select, delete on app.sis_logos to caserne_api;
grant insert (type, image), update (type, image) on app.sis_logos to caserne_api;

drop trigger if exists _010_updated_at on app.sis_logos;
create trigger _010_updated_at before update on app.sis_logos
  for each row execute function app.tg_updated_at();
drop trigger if exists _020_version on app.sis_logos;
create trigger _020_version before update on app.sis_logos
  for each row when (new.version = old.version) execute function request.tg_version();
drop trigger if exists _870_changement on app.sis_logos;
create trigger _870_changement after insert or update or delete on app.sis_logos
  for each row execute function audit.tg_changement('sis');
drop trigger if exists _880_changement on app.sis_logos;
create trigger _880_changement after truncate on app.sis_logos
  for each statement execute function audit.tg_changement('sis');
drop trigger if exists _900_journal on app.sis_logos;
create trigger _900_journal after insert or update or delete on app.sis_logos
  for each row execute function audit.tg_journal('image');
drop trigger if exists _950_if_match on app.sis_logos;
create trigger _950_if_match after update or delete on app.sis_logos
  for each row when (current_setting('request.if_match', true) <> '') execute function request.tg_if_match('sis_key');

comment on table app.sis_logos is 'The logo of a SIS.';
comment on column app.sis_logos.etag is 'SHA-256 of the image, by which caches know it.';
comment on constraint sis_logos_image_check on app.sis_logos is 'logo: L’image ne doit pas dépasser 1 Mio.';
comment on constraint sis_logos_type_check on app.sis_logos is 'logo: Ce fichier n’est pas une image PNG, JPEG, WebP ou SVG.';
