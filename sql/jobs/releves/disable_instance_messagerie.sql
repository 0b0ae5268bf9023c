create or replace function jobs.disable_instance_messagerie() returns void
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, '*', array['sis.config'], null);
  update app.messageries b set active = false, updated_at = now() where b.sis_key = '*' and b.active;
end;
$$;
comment on function jobs.disable_instance_messagerie() is
  'Disables the instance''s mailbox when the configuration has none. Definer: the worker holds no right on any table.';
grant execute on function jobs.disable_instance_messagerie() to caserne_worker;
