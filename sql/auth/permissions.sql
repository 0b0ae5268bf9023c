create table if not exists auth.permissions (
  identifiant text primary key
);

--!table auth.permissions, neutral identifiant

comment on table auth.permissions is 'The catalogue of permissions that roles can have. admin is not one of them: it is a flag of the account.';

insert into auth.permissions (identifiant)
values ('intervention.lecture'), ('intervention.modification'), ('intervention.validation'), ('intervention.config'),
       ('sapeur.lecture'), ('sapeur.modification'), ('sapeur.config'),
       ('exercice.lecture'), ('exercice.modification'), ('exercice.presence'), ('exercice.validation'), ('exercice.config'),
       ('sis.config'), ('organisation.modification'),
       ('comptabilite.lecture'), ('comptabilite.modification'), ('comptabilite.config'),
       ('utilisateur.tout'), ('utilisateur.config')
on conflict do nothing;
