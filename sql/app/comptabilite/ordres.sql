create table if not exists app.ordres (
  sis_key text not null references auth.sis default request.sis_key(),
  id bigint generated always as identity,
  decompte_id bigint not null,
  date date not null,
  encore boolean not null default false,
  nom text not null,
  iban text not null,
  bic text not null default '',
  created_by text default app.caller_name(),
  created_at timestamptz not null default now(),
  primary key (sis_key, id),
  foreign key (sis_key, decompte_id) references app.decomptes
);
create index if not exists ordres_decompte_id_idx on app.ordres (sis_key, decompte_id, id);

--!tenant app.ordres, graphql ordre, part of decomptes,
--!  journal for comptabilite.lecture comptabilite.modification comptabilite.config,
--!  texts created_by, neutral decompte_id date encore nom iban bic created_at
drop policy if exists lecture on app.ordres;
create policy lecture on app.ordres for select
  using (sis_key = request.sis_with('comptabilite.lecture', 'comptabilite.modification', 'comptabilite.config'));
drop policy if exists ajout on app.ordres;
create policy ajout on app.ordres for insert with check (sis_key = request.sis_with('comptabilite.modification'));

grant select on app.ordres to caserne_api;
-- Not granted: writing, which api.create_decompte_ordre does. What a bank may have executed stays.

comment on table app.ordres is 'Orders to the bank that were handed out, each for payments of one statement of account.';
comment on column app.ordres.date is 'The day on which the bank is to execute the order.';
comment on column app.ordres.encore is 'Whether the order was to pay again what stands in an earlier order.';
comment on column app.ordres.nom is 'Name of the SIS in the order, as it was then.';
comment on column app.ordres.iban is 'The account that pays, as it was then.';
comment on column app.ordres.created_by is 'Name of the account that asked for the order, as it was then.';
comment on constraint ordres_sis_key_decompte_id_fkey on app.ordres is 'decompte_id: Ce décompte n’existe pas. | Un ordre à la banque a été remis pour ce décompte';
