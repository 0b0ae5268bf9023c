create table if not exists auth.permissions (
  identifiant text primary key
);
comment on table auth.permissions is 'The catalogue: what can be granted to a role. admin is not in it, it is a flag of the account.';

insert into auth.permissions (identifiant)
values ('intervention.lecture'), ('intervention.modification'), ('intervention.validation'), ('intervention.config'),
       ('sapeur.lecture'), ('sapeur.modification'), ('sapeur.config'),
       ('exercice.lecture'), ('exercice.modification'), ('exercice.presence'), ('exercice.validation'), ('exercice.config'),
       ('sis.config'), ('organisation.modification'),
       ('comptabilite.lecture'), ('comptabilite.modification'), ('comptabilite.config'),
       ('utilisateur.tout'), ('utilisateur.config')
on conflict do nothing;
