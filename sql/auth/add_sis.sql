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

create or replace function auth.add_sis(api_key text, nom text, abreviation text, mobile boolean default false) returns void
  language plpgsql volatile set search_path = ''
as $$
begin
  if exists (select from auth.sis s where s.api_key = add_sis.api_key) then
    raise sqlstate 'PT409' using message = 'Un SIS de cette clé existe déjà';
  end if;
  perform auth.check_sis_name(add_sis.api_key, add_sis.nom);
  insert into auth.sis (api_key, nom, abreviation, mobile)
  values (add_sis.api_key, add_sis.nom, coalesce(add_sis.abreviation, add_sis.nom), coalesce(add_sis.mobile, false));
  -- Also opens a request in the new SIS: the policies on tables of roles allow writing in the SIS of the request only.
  perform app.set_up_sis(add_sis.api_key);
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
comment on function auth.add_sis(text, text, text, boolean) is
  'Creates a SIS with its five roles, settings and reference lists. PT409 when the key or name is taken.';
