create or replace function app.tg_updated_at() returns trigger
  language plpgsql volatile
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function app.tg_updated_at() is
  'Keeps updated_at, for every table that has it.';
