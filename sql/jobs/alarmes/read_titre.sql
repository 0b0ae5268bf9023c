create or replace function jobs.read_titre(titre text, out sis_key text, out no text, out nom text)
  language plpgsql stable
as $$
declare
  v_titre text := btrim(titre, '* ');
  v_parts text[] := regexp_split_to_array(v_titre, '\s*,\s*|\s+-\s+');
  v_first text := v_parts[1];
  v_rest text;
  v_groupe text := v_titre;
begin
  if cardinality(v_parts) > 1 then
    v_rest := btrim(regexp_replace(v_titre, '^.*?(\s*,\s*|\s+-\s+)', ''));
    sis_key := coalesce(auth.find_sis(v_rest), auth.find_sis(v_parts[cardinality(v_parts)]));
    if sis_key is not null then
      v_groupe := v_first;
    else
      sis_key := auth.find_sis(v_first);
      v_groupe := case when sis_key is not null then v_rest else v_titre end;
    end if;
  end if;
  no := coalesce(substring(v_groupe from '^(\d{1,10})(?:\s|$)'), '');
  nom := btrim(regexp_replace(v_groupe, '^\d{1,10}(\s+|$)', ''));
end;
$$;
comment on function jobs.read_titre(text) is
  'Number (may be empty), name and SIS of an alerted group by its title, such as "*90 EM, SIS Haute-Sorne" or "90 EM - SIS Haute-Sorne". The SIS is null when none is known.';
