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

--!tenant app.sis_logos, versioned by sis_key, marks sis, journal without image, neutral type image etag updated_at
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

comment on table app.sis_logos is 'The logo of a SIS.';
comment on column app.sis_logos.etag is 'SHA-256 of the image, by which caches know it.';
comment on constraint sis_logos_image_check on app.sis_logos is 'logo: L’image ne doit pas dépasser 1 Mio.';
comment on constraint sis_logos_type_check on app.sis_logos is 'logo: Ce fichier n’est pas une image PNG, JPEG, WebP ou SVG.';
