create or replace function app.presence_avertissements(exercice_id bigint, lignes jsonb) returns json
  language sql stable
as $$
  with lignes as (
    select 'sapeurs.' || (n - 1) as path, l as ligne, n
      from jsonb_array_elements(presence_avertissements.lignes) with ordinality as t (l, n)
  ),
  empty_elements as (
    select l.n, 0::bigint as m, l.path
      from lignes l
     where jsonb_typeof(l.ligne) = 'null'
    union all
    select l.n, h.m, l.path || '.heures.' || (h.m - 1)
      from lignes l
     cross join jsonb_array_elements(case jsonb_typeof(l.ligne -> 'heures') when 'array' then l.ligne -> 'heures' else '[]' end)
           with ordinality as h (heure, m)
     where jsonb_typeof(h.heure) = 'null'
  ),
  -- Values of the batch that differ from the stored row.
  unchanged as (
    select l.n, c.m, format('%s.%s (%s) : reste inchangé, %s', l.path, c.field, p.nom_prenom, c.reason) as sentence
      from lignes l
      join app.exercice_sapeurs s
        on s.sis_key = request.sis_key()
       and s.exercice_id = presence_avertissements.exercice_id
       and s.sapeur_id = (l.ligne ->> 'sapeur_id')::bigint
      join app.sapeurs p on p.sis_key = s.sis_key and p.id = s.sapeur_id
     cross join lateral (
       values (1, 'convoque', to_jsonb(s.convoque), 'la permission exercice.modification est requise'),
              (2, 'excuse_statut', to_jsonb(s.excuse_statut),
               case
                 when -2 in (s.excuse_statut, (l.ligne ->> 'excuse_statut')::smallint) then 'les amendes se calculent à part'
                 else 'la permission exercice.validation est requise'
               end),
              (3, 'excuse', to_jsonb(s.excuse), 'ce champ suit excuse_type_id'),
              (4, 'amende', to_jsonb(s.excuse_statut = -2), 'les amendes se calculent à part'),
              (5, 'date_demande', to_jsonb(s.date_demande), 'ce champ suit la demande du sapeur'),
              (6, 'date_validation', to_jsonb(s.date_validation), 'ce champ suit la décision')
     ) as c (m, field, value, reason)
     where jsonb_typeof(l.ligne -> c.field) <> 'null'
       and l.ligne -> c.field is distinct from c.value
  )
  select coalesce(json_agg(a.sentence order by a.n, a.m), '[]')
    from (
      select v.n, v.m, v.path || ' : élément vide, ignoré' as sentence from empty_elements v
      union all
      select g.n, g.m, g.sentence from unchanged g
    ) a
$$;
comment on function app.presence_avertissements(bigint, jsonb) is
  'One sentence for each part of a batch of presences that was not stored: empty elements, fields that the caller may not change, and derived fields. To be called after the batch is written.';
grant execute on function app.presence_avertissements(bigint, jsonb) to caserne_api;
