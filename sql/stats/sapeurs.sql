create or replace view stats.sapeurs with (security_invoker = true) as
  select s.sis_key, s.id, s.type, s.nom, s.prenom, s.nom_prenom, s.porteur,
         -- Null for users who cannot see the mutations, because it would be false. Analysts have no request and see
         -- them.
         case
           when s.type <> 0 or request.sis_key() is null or s.sis_key = request.sis_with('sapeur.lecture', 'sapeur.modification')
                or s.id = request.sapeur_id()
           then app.is_actif(s.sis_key, s.id, s.type, s.desactive, z.jour)
         end as actif,
         (
           select extract(year from min(m.incorporation))::integer
             from app.mutations m
            where m.sis_key = s.sis_key
              and m.sapeur_id = s.id
         ) as annee_incorporation,
         s.suffixe, s.civilite_id, s.desactive, s.created_at, s.updated_at
    from app.sis c
   cross join lateral (select (now() at time zone c.fuseau)::date) as z (jour)
    join app.sapeurs s on s.sis_key = c.sis_key;

grant select on stats.sapeurs to caserne_api, caserne_analyst, caserne_national;

comment on view stats.sapeurs is 'People of a SIS, without their private particulars.';
comment on column stats.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
comment on column stats.sapeurs.desactive is 'Whether a civilian or recruit was taken out of service.';
comment on column stats.sapeurs.porteur is 'Whether they may wear breathing apparatus.';
comment on column stats.sapeurs.actif is 'Whether the person is in service today, in the time zone of the SIS; null for readers who may not see their mutations.';
