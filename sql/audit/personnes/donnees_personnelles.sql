-- Every column of every table. The line of its table says what it is, or `caserne schema` fails. So neither GET
-- /mes-donnees nor `caserne erase sapeur` can forget a column.
create or replace function audit.donnees_personnelles() returns table (
  nom text, lien text, regle text, personnelles text[], gardees text[], textes text[], neutres text[]
)
  language sql immutable set search_path = ''
as $$
  select d.nom, d.lien, d.regle, d.personnelles::text[], d.gardees::text[], d.textes::text[], d.neutres::text[]
    from (
      values
        --!each person
    ) as d (nom, lien, regle, personnelles, gardees, textes, neutres)
$$;
comment on function audit.donnees_personnelles() is
  'Columns of all tables by what they say of people: lien is how a row belongs to a person (null: to none), regle what an erasure does with it.';
-- personnelles: shown to the person, emptied by an erasure. gardees: shown, kept for figures. textes: free text, in which
-- an erasure replaces names and numbers of the person. neutres: neither shown nor changed.
-- Not granted: only the owner reads this list.
