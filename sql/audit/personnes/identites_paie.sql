-- People with closed accounts may ask to be forgotten, but pay records must name them for ten years (CO art. 958f).
-- Until then their identity stands here only, and documents of pay take it from here.
create table if not exists audit.identites_paie (
  sis_key text not null references auth.sis default request.sis_key(),
  sapeur_id bigint not null,
  nom text not null,
  prenom text not null,
  suffixe text not null default '',
  date_naissance date,
  rue text not null default '',
  no_rue text not null default '',
  localite_id bigint references app.localites,
  no_avs text not null default '',
  iban text not null default '',
  jusqu_au date not null,
  primary key (sis_key, sapeur_id),
  foreign key (sis_key, sapeur_id) references app.sapeurs
);
create index if not exists identites_paie_localite_id_idx on audit.identites_paie (sis_key, localite_id);

--!table audit.identites_paie, person sapeur_id terme,
--!  personal nom prenom suffixe date_naissance rue no_rue localite_id no_avs iban, kept jusqu_au

alter table audit.identites_paie enable row level security;
alter table audit.identites_paie force row level security;
drop policy if exists locataire on audit.identites_paie;
create policy locataire on audit.identites_paie as restrictive using (sis_key = request.sis_key());
-- For app.coordonnees_paie.
drop policy if exists interne on audit.identites_paie;
create policy interne on audit.identites_paie for select to caserne_owner
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));

-- Not granted: anything. `caserne erase sapeur` writes, app.coordonnees_paie reads. The journal does not know this
-- table: it would keep the identity beyond the term.

comment on table audit.identites_paie is 'Name, address and numbers of erased people, for the documents of their pay, until the legal term ends.';
comment on column audit.identites_paie.jusqu_au is 'Last day of the term: ten years after the accounting year of their last entry.';
comment on constraint identites_paie_sis_key_sapeur_id_fkey on audit.identites_paie is 'Ce sapeur n’existe pas. | Les comptes de ce sapeur doivent être gardés';
