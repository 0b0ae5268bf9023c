-- One pair of keys by which push services know this instance (RFC 8292). All data servers and workers share it, and a
-- restored database keeps it: the subscriptions of devices hold for this pair only.
create table if not exists request.push_keys (
  seule boolean primary key default true check (seule),
  publique text not null,
  privee bytea not null,
  created_at timestamptz not null default now()
);
create or replace trigger _010_comptes before insert or update or delete on request.push_keys
  for each row execute function request.tg_comptes();

--!table request.push_keys, neutral seule publique privee created_at

comment on table request.push_keys is 'One row with the keys by which push services know this instance. A worker makes them at its first start.';
comment on column request.push_keys.seule is 'Always true, so that there is no second row.';
comment on column request.push_keys.publique is 'The public key: a point of P-256, uncompressed, in base64url.';
comment on column request.push_keys.privee is 'The private key, encrypted with AES-256-GCM under MAILBOX_KEY: nonce, tag, ciphertext.';

create or replace function request.push_key() returns text
  language sql stable security definer set search_path = ''
as $$
  select k.publique from request.push_keys k
$$;
comment on function request.push_key() is
  'The public key for push subscriptions, or null before the first start of a worker. Definer: nobody has a right on the table.';
grant execute on function request.push_key() to caserne_api;
