-- Rows of the lists that all SIS share.
insert into app.stat_federal (id, designation, tri)
select n, d, n
  from unnest(array[
    'Lutte contre le feu', 'Événements dus à la nature', 'Secours routier', 'Assistance technique',
    'Défense hydrocarbures', 'Défense chimique', 'Défense radioprotection',
    'Intervention dans le domaine ferroviaire', 'Fausses alarmes de détection incendie',
    'Interventions diverses', 'Interventions sans alarme'
  ]) with ordinality as t (d, n)
on conflict do nothing;

insert into app.stat_intervention (id, designation, tri)
select n, d, n
  from unnest(array[
    'Feux', 'Guêpes', 'Pollutions', 'Sauvetages', 'Inondations et éléments naturels', 'Alarmes automatiques',
    'Divers', 'Pas de statistiques'
  ]) with ordinality as t (d, n)
on conflict do nothing;

insert into app.intervention_traitements (id, designation, tri)
select n, d, n
  from unnest(array['–', 'À facturer', 'À vérifier', 'Attendre rapport police', 'Facturée', 'Payée'])
       with ordinality as t (d, n)
on conflict do nothing;

insert into app.phase_types (id, designation, tri)
select n, d, n
  from unnest(array['intervention', 'rétablissement']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.telephone_types (id, designation, tri)
select n, d, n
  from unnest(array['mobile', 'privé', 'professionnel']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.civilites (id, designation, tri)
select n, d, n
  from unnest(array['Monsieur', 'Madame']) with ordinality as t (d, n)
on conflict do nothing;

insert into app.unites (id, designation, abreviation, tri)
select n, d, a, n
  from unnest(
    array['pièce', 'heure', 'an', 'km', 'jour', 'forfait', 'mois'],
    array['pce', 'h', 'an', 'km', 'j', 'forfait', 'mois']
  ) with ordinality as t (d, a, n)
on conflict do nothing;
