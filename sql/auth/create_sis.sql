-- No grant: an operator's command, run as the owner.
create or replace function auth.create_sis(api_key text, nom text, abreviation text) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role record;
begin
  insert into auth.sis (api_key, nom, abreviation) values (create_sis.api_key, create_sis.nom, create_sis.abreviation);
  for v_role in
    select *
      from (values
        ('Administration', array['%']),
        ('Chef d''intervention', array['intervention.%', 'sapeur.lecture', 'exercice.lecture']),
        ('Instruction', array['exercice.%', 'sapeur.lecture']),
        ('Comptabilité', array['comptabilite.%', 'intervention.lecture', 'exercice.lecture', 'sapeur.lecture']),
        ('Consultation', array['intervention.lecture', 'exercice.lecture', 'sapeur.lecture'])
      ) as r (nom, motifs)
  loop
    with role as (
      insert into auth.roles (sis_key, nom) values (create_sis.api_key, v_role.nom) returning id
    )
    insert into auth.role_permissions (sis_key, role_id, permission)
    select create_sis.api_key, role.id, p.identifiant
      from role, auth.permissions p
     where p.identifiant like any (v_role.motifs);
  end loop;
  perform app.set_up_sis(create_sis.api_key);
end;
$$;
comment on function auth.create_sis(text, text, text) is
  'A new SIS with its five roles, its settings and its reference lists.';
