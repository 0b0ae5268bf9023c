create or replace function jobs.describe_alarme(sis_key text, alarme_id bigint) returns json
  language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform request.open(null, sis_key, array['intervention.lecture'], null);
  return (
    select app.contenu_alarme(a)
      from app.alarmes a
     where a.sis_key = describe_alarme.sis_key
       and a.id = describe_alarme.alarme_id
  );
end;
$$;
comment on function jobs.describe_alarme(text, bigint) is
  'Content of messages about an alarm, {titre, texte}; null when it is gone. Definer: the worker holds no right on any table.';
grant execute on function jobs.describe_alarme(text, bigint) to caserne_worker;
