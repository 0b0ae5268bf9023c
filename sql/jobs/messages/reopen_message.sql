create or replace function jobs.reopen_message(message app.messages) returns app.messages
  language plpgsql volatile
as $$
declare
  v_message app.messages := message;
begin
  -- The relecture was asked for before and is still waiting.
  if v_message.etat = 'received' then
    return v_message;
  end if;
  if v_message.etat = 'alarm' then
    raise sqlstate 'PT409' using message = 'Seul un message en échec, ignoré ou refusé peut être relu';
  end if;
  if v_message.contenu is null and not exists (
    select from app.messageries b where b.sis_key = v_message.sis_key and b.id = v_message.messagerie_id and b.active
  ) then
    raise sqlstate 'PT409' using message = 'Le texte de ce message est à chercher dans sa messagerie, qui n’est pas active';
  end if;
  update app.messages m
     set etat = 'received'
   where m.sis_key = v_message.sis_key and m.id = v_message.id
  returning * into v_message;
  perform jobs.ask_relecture(v_message);
  return v_message;
end;
$$;
comment on function jobs.reopen_message(app.messages) is
  'Asks for a relecture of a message of the request''s SIS, whose row is locked, and returns the row, now received. PT409 where it is an alarm or has no text to read.';
