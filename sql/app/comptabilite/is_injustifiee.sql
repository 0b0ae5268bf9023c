-- Example: an excuse that was refused (-1), or fined (-2), excuses nothing; one that nobody has decided (0) does.
create or replace function app.is_injustifiee(convocation app.exercice_sapeurs) returns boolean
  language sql immutable
as $$
  select convocation.convoque
     and not convocation.present
     and not convocation.remplace
     and (convocation.excuse_statut < 0 or convocation.excuse_statut = 0 and convocation.excuse_type_id is null)
$$;
comment on function app.is_injustifiee(app.exercice_sapeurs) is
  'Whether someone convoked was absent without a replacement, and without an excuse that is accepted or still undecided.';
