-- Overloads for workers of release 0.1.0, which know a mailbox by its id alone, and may run beside those of this
-- release (docs/how-to/upgrade.md). An id that several SIS have is refused (jobs.messagerie_sis), and nothing is done
-- for a mailbox that was removed. Each keeps its language. The next release drops this file.
create or replace function jobs.ask_releve(messagerie_id bigint) returns void
  language sql volatile
as $$
  select jobs.ask_releve(s.sis_key, messagerie_id, null)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
$$;
comment on function jobs.ask_releve(bigint) is 'As jobs.ask_releve with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.ask_releve(bigint) to caserne_worker;

create or replace function jobs.begin_releve(messagerie_id bigint) returns json
  language plpgsql volatile
as $$
begin
  return (
    select jobs.begin_releve(s.sis_key, messagerie_id)
      from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
  );
end;
$$;
comment on function jobs.begin_releve(bigint) is 'As jobs.begin_releve with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.begin_releve(bigint) to caserne_worker;

create or replace function jobs.end_releve(messagerie_id bigint, error text, block boolean default false) returns void
  language plpgsql volatile
as $$
begin
  perform jobs.end_releve(s.sis_key, messagerie_id, error, block)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null;
end;
$$;
comment on function jobs.end_releve(bigint, text, boolean) is 'As jobs.end_releve with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.end_releve(bigint, text, boolean) to caserne_worker;

create or replace function jobs.end_marquages(messagerie_id bigint, uidvalidity bigint, uids bigint[], refusal text) returns void
  language plpgsql volatile
as $$
begin
  perform jobs.end_marquages(s.sis_key, messagerie_id, uidvalidity, uids, refusal)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null;
end;
$$;
comment on function jobs.end_marquages(bigint, bigint, bigint[], text) is 'As jobs.end_marquages with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.end_marquages(bigint, bigint, bigint[], text) to caserne_worker;

create or replace function jobs.rewind_releve(messagerie_id bigint) returns void
  language plpgsql volatile
as $$
begin
  perform jobs.rewind_releve(s.sis_key, messagerie_id)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null;
end;
$$;
comment on function jobs.rewind_releve(bigint) is 'As jobs.rewind_releve with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.rewind_releve(bigint) to caserne_worker;

create or replace function jobs.lock_messagerie(messagerie_id bigint) returns boolean
  language plpgsql volatile
as $$
begin
  return (
    select jobs.lock_messagerie(s.sis_key, messagerie_id)
      from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
  );
end;
$$;
comment on function jobs.lock_messagerie(bigint) is 'As jobs.lock_messagerie with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.lock_messagerie(bigint) to caserne_worker;

create or replace function jobs.unlock_messagerie(messagerie_id bigint) returns void
  language sql volatile
as $$
  select jobs.unlock_messagerie(s.sis_key, messagerie_id)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
$$;
comment on function jobs.unlock_messagerie(bigint) is 'As jobs.unlock_messagerie with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.unlock_messagerie(bigint) to caserne_worker;

create or replace function jobs.pass_releve(messagerie_id bigint) returns void
  language sql volatile
as $$
  select jobs.pass_releve(s.sis_key, messagerie_id)
    from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
$$;
comment on function jobs.pass_releve(bigint) is 'As jobs.pass_releve with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.pass_releve(bigint) to caserne_worker;

create or replace function jobs.list_relectures(messagerie_id bigint) returns json
  language plpgsql volatile
as $$
begin
  return (
    select jobs.list_relectures(s.sis_key, messagerie_id)
      from jobs.messagerie_sis(messagerie_id) as s (sis_key) where s.sis_key is not null
  );
end;
$$;
comment on function jobs.list_relectures(bigint) is 'As jobs.list_relectures with the SIS, for workers of release 0.1.0.';
grant execute on function jobs.list_relectures(bigint) to caserne_worker;
