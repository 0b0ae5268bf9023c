-- Looked up on 23.11.2026.
-- 10.6 % (AVS 8.7, AI 1.4, APG 0.5) since 2021, and AC 2.2 % up to 148,200 since 2016: AVS/AI memento 2.01; tables 2024
-- to 2026 of medisuisse.ch and treuhand.southvision.de.
-- Minor wages of 2,500, and 2,300 until 2024: art. 34d RAVS; faq.bsv.admin.ch; memento 2.04.
-- Exempt solde: art. 24 let. fbis LIFD, 5,000 from 2013 on (ESTV, 22.11.2011); 5,200 in 2023 and 5,300 in 2024
-- (mafidu.com); 5,300 in 2025 and 5,400 from 2026 on (EFD by taxlawblog.ch).
create or replace function app.federal_avs(annee integer)
  returns table (taux_avs numeric, taux_ac numeric, franchise_avs numeric, franchise_imposition numeric, plafond_ac numeric)
  language sql immutable
as $$
  select 0.10600, 0.02200,
         case when annee < 2025 then 2300.00 else 2500.00 end,
         case when annee < 2023 then 5000.00 when annee < 2024 then 5200.00 when annee < 2026 then 5300.00 else 5400.00 end,
         148200.00
$$;
comment on function app.federal_avs(integer) is
  'Federal rates of AVS/AI/APG and AC of employee and employer together, and their limits in francs, in a calendar year: what a SIS starts from.';
grant execute on function app.federal_avs(integer) to caserne_api;
