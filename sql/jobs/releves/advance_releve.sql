create or replace function jobs.advance_releve(sis_key text, messagerie_id bigint, uidvalidity bigint, uid bigint) returns void
  language sql volatile
as $$
  update jobs.releves r
     set uidvalidity = advance_releve.uidvalidity,
         advanced_at = clock_timestamp(),
         last_uid = case
                      when r.uidvalidity is distinct from advance_releve.uidvalidity then uid
                      else greatest(r.last_uid, uid)
                    end
   where r.sis_key = advance_releve.sis_key
     and r.messagerie_id = advance_releve.messagerie_id
     -- Otherwise messages read from the old folder would move the position in the new one.
     and not r.outdated
$$;
comment on function jobs.advance_releve(text, bigint, bigint, bigint) is
  'Moves the read position of a mailbox up to this UID. A new UIDVALIDITY starts from it; a mailbox whose settings changed meanwhile keeps its position.';
