-- All faults at once, so that a form needs one correction. Null fields are skipped: they were refused before.
create or replace function auth.registration_faults(name text, email text, password text, invitation_hash bytea, min_length integer)
  returns json
  language sql stable set search_path = ''
as $$
  select json_object_agg(f.field, json_build_array(f.fault))
    from (
      values
        ('password', auth.password_fault(password, email, name, min_length)),
        ('email', case when (auth.user_by_email(email)).id is not null then 'Cette adresse e-mail est déjà utilisée.' end),
        ('token', case
                    when invitation_hash is not null and (auth.find_invitation(invitation_hash)).id is null
                    then 'Cette invitation n’est pas valable, ou ne l’est plus.'
                  end)
    ) as f (field, fault)
   where f.fault is not null
$$;
comment on function auth.registration_faults(text, text, text, bytea, integer) is
  'Faults of a registration: {field: [sentence]}, or null.';
