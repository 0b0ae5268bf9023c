-- Reports of the instance's mailbox that concern SIS of other cells, or a SIS that is just moving. They are written
-- with the mail's row of the ledger, where accounts are kept, and replicated to every cell. Each cell makes the alarms
-- of the SIS that live there, once: the mark (jobs.report_parts) is written with the alarm, and moves with the SIS.
create table if not exists jobs.reports (
  message_id bigint primary key,
  date timestamptz,
  nom text not null,
  sis_keys text[] not null,
  report text not null,
  created_at timestamptz not null default now()
);
create index if not exists reports_sis_keys_idx on jobs.reports using gin (sis_keys);

--!table jobs.reports, texts report, neutral message_id date nom sis_keys created_at

comment on table jobs.reports is 'Reports of the instance''s mailbox that other cells make alarms of. Kept for a week.';
comment on column jobs.reports.message_id is 'The message in the ledger of the instance (*).';
comment on column jobs.reports.date is 'Date of the message.';
comment on column jobs.reports.nom is 'What identifies the mail in any mailbox: its Message-ID, else its hash.';
comment on column jobs.reports.report is 'What the parser read, as JSON.';

create table if not exists jobs.report_parts (
  sis_key text not null,
  nom text not null,
  done_at timestamptz default now(),
  echec_at timestamptz,
  primary key (sis_key, nom)
);

--!table jobs.report_parts, neutral nom done_at echec_at

comment on table jobs.report_parts is 'Outcome of reports of jobs.reports in each SIS, by the name of their mail: ids start over when accounts are restored.';
comment on column jobs.report_parts.done_at is 'When the SIS got its alarm; null while it has none.';
comment on column jobs.report_parts.echec_at is 'When the alarm could last not be made.';

create or replace function jobs.ask_reports() returns void
  language plpgsql volatile
as $$
begin
  perform graphile_worker.add_job('take_reports', json_build_object(), job_key => 'take_reports');
end;
$$;
comment on function jobs.ask_reports() is 'Asks for the alarms of reports that have arrived from another cell.';

create or replace function jobs.tg_reports__arrives() returns trigger
  language plpgsql volatile set search_path = ''
as $$
declare
  v_role text := request.begin_replicated();
begin
  if v_role is not null then
    perform jobs.ask_reports();
    perform request.end_replicated(v_role);
  end if;
  return null;
end;
$$;
comment on function jobs.tg_reports__arrives() is 'Asks a cell to take the reports that have just arrived.';
create or replace trigger _100_arrives after insert or update on jobs.reports
  for each row execute function jobs.tg_reports__arrives();
alter table jobs.reports enable always trigger _100_arrives;
