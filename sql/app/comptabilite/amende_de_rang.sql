-- Example: with fines of the ranks 1, 2 and 3, the fifth absence costs what rank 3 does.
create or replace function app.amende_de_rang(rang integer) returns app.amendes
  language sql stable
as $$
  select a
    from app.amendes a
   where a.sis_key = request.sis_key()
     and a.rang <= amende_de_rang.rang
   order by a.rang desc
   limit 1
$$;
comment on function app.amende_de_rang(integer) is
  'Fine for the n-th unexcused absence of a year: that of the rank, else of the last one before it; null if there is none.';
