create or replace view stats.sapeurs with (security_invoker = true) as
  select s.sis_key, s.id, s.type, s.nom, s.prenom, s.nom_prenom, s.porteur, app.is_actif(s, z.jour) as actif,
         (
           select extract(year from min(m.incorporation))::integer
             from app.mutations m
            where m.sis_key = s.sis_key
              and m.sapeur_id = s.id
         ) as annee_incorporation
    from app.sis c
   cross join lateral (select (now() at time zone c.fuseau)::date) as z (jour)
    join app.sapeurs s on s.sis_key = c.sis_key;

grant select on stats.sapeurs to caserne_api, caserne_analyst, caserne_national;

comment on view stats.sapeurs is 'People of a SIS, without their private particulars.';
comment on column stats.sapeurs.type is '0 sapeur, 1 civil, 2 recrue.';
comment on column stats.sapeurs.actif is 'In service today, in the time zone of the SIS.';
