-- Apart from app.particularites, because those who pay people read only these private data.
create table if not exists app.salaires (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  no_avs text not null default '' check (app.is_avs(no_avs)),
  cotisation_avs boolean not null default true,
  iban text not null default '' check (app.is_iban(iban)),
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs on delete cascade
);

--!tenant app.salaires, graphql salaire, part of sapeurs, marks sapeurs,
--!  journal for sapeur.lecture sapeur.modification comptabilite.lecture, person sapeur_id modifie,
--!  personal no_avs iban, kept cotisation_avs
drop policy if exists lecture on app.salaires;
create policy lecture on app.salaires for select
  using (sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification', 'comptabilite.lecture'));
drop policy if exists soi on app.salaires;
create policy soi on app.salaires for select using (sapeur_id = request.sapeur_id());
-- For app.coordonnees_paie: documents of pay name addresses and dates of birth.
drop policy if exists interne on app.salaires;
create policy interne on app.salaires for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.salaires;
create policy ajout on app.salaires for insert with check (sis_key = request.sis_with('sapeur.modification'));
drop policy if exists modification on app.salaires;
create policy modification on app.salaires for update using (sis_key = request.sis_with('sapeur.modification'));

-- For the definer functions that calculate contributions.
drop policy if exists cotisation on app.salaires;
create policy cotisation on app.salaires for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.salaires to caserne_api;
grant insert (sapeur_id, no_avs, cotisation_avs, iban),
  update (no_avs, cotisation_avs, iban)
  on app.salaires to caserne_api;

create or replace function app.tg_salaires__forme() returns trigger
  language plpgsql stable
as $$
begin
  -- Dots may stand anywhere. A number without 13 digits stays as it is, and the check refuses it.
  if replace(new.no_avs, '.', '') ~ '^[0-9]{13}$' then
    new.no_avs := regexp_replace(replace(new.no_avs, '.', ''), '^(...)(....)(....)(..)$', '\1.\2.\3.\4');
  end if;
  new.iban := upper(replace(new.iban, ' ', ''));
  return new;
end;
$$;
comment on function app.tg_salaires__forme() is
  'Writes numbers in one form: 756.1234.5678.97, and an IBAN in capitals without spaces.';
drop trigger if exists _100_forme on app.salaires;
create trigger _100_forme before insert or update of no_avs, iban on app.salaires
  for each row execute function app.tg_salaires__forme();

comment on table app.salaires is 'Data needed to pay a sapeur, readable by that sapeur and by those in charge of people or accounts.';
comment on column app.salaires.no_avs is 'Swiss social security number as 756.1234.5678.97, or empty.';
comment on column app.salaires.iban is 'IBAN without spaces, or empty.';
comment on column app.salaires.cotisation_avs is 'Whether social security contributions are deducted.';
comment on constraint salaires_no_avs_check on app.salaires is 'no_avs: Ce numéro AVS n’est pas valide.';
comment on constraint salaires_iban_check on app.salaires is 'iban: Cet IBAN n’est pas valide.';
