create or replace function request.refuse_missing(genre text, asked bigint[], existing bigint[]) returns void
  language plpgsql stable
as $$
declare
  v_n integer;
begin
  select n - 1 into v_n
    from unnest(asked) with ordinality as t (id, n)
   where id <> all (existing)
   order by n
   limit 1;
  if found then
    raise sqlstate 'PT422' using message = 'Cet élément n’existe pas.', detail = concat_ws('.', genre, v_n);
  end if;
end;
$$;
comment on function request.refuse_missing(text, bigint[], bigint[]) is
  'Refuses (PT422, with the position of the first) ids of a batch that were not found.';
grant execute on function request.refuse_missing(text, bigint[], bigint[]) to caserne_api;
