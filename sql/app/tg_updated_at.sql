create or replace function app.tg_updated_at() returns trigger
  language plpgsql volatile
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;
comment on function app.tg_updated_at() is 'Sets updated_at of a changed row to the current time.';
