import { benchComptes } from './comptes.ts'
import { benchFlux } from './flux.ts'
import { benchFuzz } from './fuzz.ts'
import { benchHttp } from './http.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchMutations } from './mutations.ts'
import { started } from './setting.ts'
import { benchStart } from './start.ts'
import { benchStatistiques } from './statistiques.ts'

// npm run bench -- <name> [arguments]
//   comptes [tries] [seconds]    whether answer times reveal accounts; GET /alarmes during a flood of logins
//   flux [listeners] [alarms]    how soon an alarm reaches the 200 listeners of its SIS
//   fuzz [n]                     n random bodies (10,000) for each operation that writes: no failures allowed
//   http [seconds] [rounds] [path]  lists as served, and from a bare server; answers 304 and /health (needs wrk)
//   import [rows]                how long files of so many rows (100,000) take
//   ingest [seconds] [storm]     from delivery to intervention: latency at two reports a second, then a storm (500)
//   mutations [name]             breaks policies, grants, checks and handlers one by one: which test fails
//   start [rounds]               npm start with a new demo and with the same demo again, until /ready
//   statistiques [sis] [rounds]  figures of one SIS and of the nation, with one and with ten years of 1,200 SIS
const [which = 'http', first, second, third] = process.argv.slice(2)
try {
  if (which === 'comptes') await benchComptes(Number(first ?? 200), Number(second ?? 20))
  else if (which === 'flux') await benchFlux(Number(first ?? 200), Number(second ?? 50))
  else if (which === 'fuzz') await benchFuzz(Number(first ?? 10_000))
  else if (which === 'http') await benchHttp(Number(first ?? 4), Number(second ?? 3), third)
  else if (which === 'import') await benchImport(Number(first ?? 100_000))
  else if (which === 'ingest') await benchIngest(Number(first ?? 60), Number(second ?? 500))
  else if (which === 'mutations') benchMutations(first)
  else if (which === 'start') await benchStart(Number(first ?? 5))
  else if (which === 'statistiques') await benchStatistiques(Number(first ?? 1200), Number(second ?? 200))
  else
    throw new Error(
      'npm run bench -- comptes | flux | fuzz | http | import | ingest | mutations | start | statistiques',
    )
} finally {
  await started.stop()
}
