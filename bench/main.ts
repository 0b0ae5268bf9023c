import { benchAlarmes } from './alarmes.ts'
import { benchComptes } from './comptes.ts'
import { benchFlux } from './flux.ts'
import { benchFuzz } from './fuzz.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchMutations } from './mutations.ts'
import { started } from './setting.ts'
import { benchStatistiques } from './statistiques.ts'

// npm run bench -- alarmes [seconds] [rounds]   GET /alarmes against the same without the house
// npm run bench -- comptes [tries] [seconds]    what the time of an answer tells of an account; GET /alarmes in a flood of logins
// npm run bench -- flux [listeners] [alarms]    how soon an alarm is with 200 who listen in its SIS
// npm run bench -- fuzz [n]                     n random bodies (10,000) for each operation that writes: what must not come of them
// npm run bench -- import [rows]                files of so many rows (100,000)
// npm run bench -- ingest [seconds] [storm]     from the delivery of a report to its intervention: latency at two a second, storm of so many (500)
// npm run bench -- mutations [name]            breaks policies, grants, checks and handlers one by one: which test sees it
// npm run bench -- statistiques [sis] [rounds]  figures of one SIS and of the nation, with one year of history (of 1,200 SIS) and with ten
const [which = 'alarmes', first, second] = process.argv.slice(2)
try {
  if (which === 'alarmes') await benchAlarmes(Number(first ?? 5), Number(second ?? 5))
  else if (which === 'comptes') await benchComptes(Number(first ?? 200), Number(second ?? 20))
  else if (which === 'flux') await benchFlux(Number(first ?? 200), Number(second ?? 50))
  else if (which === 'fuzz') await benchFuzz(Number(first ?? 10_000))
  else if (which === 'import') await benchImport(Number(first ?? 100_000))
  else if (which === 'ingest') await benchIngest(Number(first ?? 60), Number(second ?? 500))
  else if (which === 'mutations') benchMutations(first)
  else if (which === 'statistiques') await benchStatistiques(Number(first ?? 1200), Number(second ?? 200))
  else
    throw new Error(
      'npm run bench -- alarmes | comptes | flux | fuzz | import | ingest | mutations | statistiques',
    )
} finally {
  await started.stop()
}
