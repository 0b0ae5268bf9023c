-- The author of the invitation names the sapeur and holds sapeur.lecture (auth.is_backed), which vouches for the
-- address. Only the owner of the address can have taken such an invitation (auth.accept_invitation).
create or replace function app.write_adresse(invitation auth.invitations) returns void
  language plpgsql volatile set search_path = ''
as $$
declare
  v_opened text[] := request.opened();
begin
  perform request.open(invitation.used_by, invitation.sis_key,
                       array['sapeur.lecture', 'sapeur.modification', 'utilisateur.tout'], null);
  if exists (select from app.sapeurs s where s.sis_key = invitation.sis_key and s.id = invitation.sapeur_id)
     and not exists (
       select from app.particularites p where p.sis_key = invitation.sis_key and p.sapeur_id = invitation.sapeur_id and p.email <> ''
     ) then
    perform app.write_particularites(invitation.sapeur_id, jsonb_build_object('email', invitation.email));
  end if;
  update app.particularites p
     set email_garanti = true
   where p.sis_key = invitation.sis_key
     and p.sapeur_id = invitation.sapeur_id
     and lower(p.email) = lower(invitation.email)
     and not p.email_garanti;
  perform request.reopen(v_opened);
end;
$$;
comment on function app.write_adresse(auth.invitations) is
  'Writes the e-mail of a taken invitation in the record of the sapeur that it names, where the record has none, and vouches for it.';

create or replace function app.tg_invitations__adresse() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role text;
begin
  -- The record is where the SIS lives: here, or in the cell that learns of the invitation by replication.
  if not request.is_home(new.sis_key) then
    return null;
  end if;
  v_role := request.begin_replicated();
  if v_role = 'replica' then
    -- A closed SIS or a fault must not stop what else the accounts tell, so a job does it.
    perform graphile_worker.add_job('write_adresse', json_build_object('sis_key', new.sis_key, 'invitation_id', new.id));
    perform request.end_replicated(v_role);
  elsif v_role = 'origin' then
    perform app.write_adresse(new);
  end if;
  return null;
end;
$$;
comment on function app.tg_invitations__adresse() is
  'Has the e-mail of a taken invitation written in the record of its sapeur (app.write_adresse), where the SIS lives.';
drop trigger if exists _200_adresse on auth.invitations;
create trigger _200_adresse after update of used_by on auth.invitations
  for each row when (old.used_by is null and new.used_by is not null and new.sapeur_id is not null)
  execute function app.tg_invitations__adresse();
alter table auth.invitations enable always trigger _200_adresse;
