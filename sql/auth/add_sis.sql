create or replace function auth.check_sis_name(api_key text, nom text) returns void
  language plpgsql stable set search_path = ''
as $$
begin
  if exists (select from auth.sis s where s.api_key <> check_sis_name.api_key and request.plain(s.nom) = request.plain(check_sis_name.nom)) then
    raise sqlstate 'PT409' using message = 'Un SIS de ce nom existe déjà';
  end if;
end;
$$;
comment on function auth.check_sis_name(text, text) is
  'Refuses (PT409) a name that another SIS has, compared without case and accents.';

create or replace function auth.add_sis(api_key text, nom text, abreviation text, mobile boolean default false, cellule text default null)
  returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from auth.sis s where s.api_key = add_sis.api_key) then
    raise sqlstate 'PT409' using message = 'Un SIS de cette clé existe déjà';
  end if;
  perform auth.check_sis_name(add_sis.api_key, add_sis.nom);
  insert into auth.sis (api_key, nom, abreviation, mobile, cellule, listes_usuelles)
  values (add_sis.api_key, add_sis.nom, coalesce(add_sis.abreviation, add_sis.nom), coalesce(add_sis.mobile, false),
          coalesce(add_sis.cellule, (select c.nom from request.cellule c)), true);
  -- The policies on tables of roles allow writing in the SIS of the request only.
  perform request.enter(null, add_sis.api_key, '{}', null);
  with templates as (
    select *
      from (values
        ('Administration', array['%']),
        ('Chef d''intervention', array['intervention.%', 'sapeur.lecture', 'exercice.lecture']),
        ('Instruction', array['exercice.%', 'sapeur.lecture']),
        ('Comptabilité', array['comptabilite.%', 'intervention.lecture', 'exercice.lecture', 'sapeur.lecture']),
        ('Consultation', array['intervention.lecture', 'exercice.lecture', 'sapeur.lecture'])
      ) as m (nom, patterns)
  ),
  added as (
    insert into auth.roles (sis_key, nom) select add_sis.api_key, m.nom from templates m returning roles.id, roles.nom
  )
  insert into auth.role_permissions (sis_key, role_id, permission)
  select add_sis.api_key, n.id, p.identifiant
    from added n
    join templates m on m.nom = n.nom
    join auth.permissions p on p.identifiant like any (m.patterns);
end;
$$;
comment on function auth.add_sis(text, text, text, boolean, text) is
  'Creates a SIS with its five roles, and with settings and reference lists where it lives (default: here). PT409 when the key or name is taken.';
