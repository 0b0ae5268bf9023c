import { benchBusy } from './busy.ts'
import { benchCells } from './cells.ts'
import { benchComptes } from './comptes.ts'
import { readSize } from './data/sizes.ts'
import { benchData } from './data.ts'
import { benchDocuments } from './documents.ts'
import { benchEnvois } from './envois.ts'
import { benchFaults } from './faults.ts'
import { benchFlux } from './flux.ts'
import { benchFuzz } from './fuzz.ts'
import { benchHistory, benchLargest, benchPolicies } from './history.ts'
import { benchHomes } from './homes.ts'
import { benchHttp } from './http.ts'
import { benchIdle } from './idle.ts'
import { benchImport } from './import.ts'
import { benchIngest } from './ingest.ts'
import { benchJournee } from './journee.ts'
import { benchMailboxes } from './mailboxes.ts'
import { benchMemory } from './memory.ts'
import { benchMixed } from './mixed.ts'
import { benchMur } from './mur.ts'
import { benchMutations } from './mutations.ts'
import { benchNation } from './nation.ts'
import { benchObservation } from './observation.ts'
import { benchOperations } from './operations.ts'
import { benchOverload } from './overload.ts'
import { benchPaie } from './paie.ts'
import { benchPeers } from './peers.ts'
import { benchReponses } from './reponses.ts'
import { started } from './setting.ts'
import { benchSoak } from './soak.ts'
import { benchStandbys } from './standbys.ts'
import { benchStart } from './start.ts'
import { benchStatistiques } from './statistiques.ts'
import { benchStrangers } from './strangers.ts'
import { benchTableau } from './tableau.ts'
import { benchWire } from './wire.ts'
import { benchWrites } from './writes.ts'

// npm run bench -- <name> [arguments]
// Benches ask as browsers do (Accept-Encoding: gzip, deflate, br). With --plain they ask for uncompressed answers.
//   busy [processes]                 the demo beside busy processes (14), with a lock of the mailboxes: when reading goes on
//   cells [seconds] [rounds]         GET over cells and over one database; one, two and four cells at once (needs wrk)
//   comptes [tries] [seconds]        whether answer times reveal accounts; sign-in beside its hash; a flood of logins
//   data S|M|L [serve]               makes the data of a size in .data/bench-<size>, and counts their rows
//   documents [rounds] [checkout]    PDFs and workbooks of a page, one at a time and three at once, also of another checkout
//   envois [devices]                 how soon 10,000 devices are notified of an alarm, and alarms of another SIS beside it
//   faults [lanes] [name]            every fault that a worker may meet while mails come: reading goes on (needs PgBouncer)
//   flux [listeners] [alarms] [sis]  how soon an alarm reaches each of 2,000 listeners in 200 SIS
//   fuzz [n]                         n random bodies (10,000) for each operation that writes: no failures allowed
//   history [rounds]                 hot statements by years, number of SIS and statistics; docs/images/history.svg
//   history M|L [rounds]             pages of lists in the largest SIS of a country, and in the median one
//   homes [seconds] [rounds]          what it costs to look up whether a SIS lives here (needs wrk)
//   http [seconds] [rounds] [path]   lists sent again, rebuilt and from a bare server; 304 and /health (needs wrk)
//   idle [connections]              what connections cost that ask nothing (10,000)
//   import [rows]                    how long files of some rows (100,000) take
//   ingest [seconds] [storm] [PostgreSQL]  from delivery to intervention: two reports a second, then a storm (500)
//   journee [minutes] [part]         a storm day of a country in five minutes; part 40 is a fortieth of it
//   mailboxes [n] [minutes]          what a worker takes that reads 1,200 empty mailboxes every minute
//   memory [minutes] [streams] [checkout]  data server and mail reader under mixed load, and after five idle minutes
//   mixed [seconds] [rounds]         a list, one request in ten a write to it, beside PostGraphile (needs wrk)
//   mur [alarms] [answers]           the page of a wall through an hour of alarms (600), with restarts: what it holds
//   mutations [name]                 breaks policies, grants, checks and handlers one by one: which test fails first
//   nation [rounds]                  the year of a nation in one database, and in the reporting database over four cells
//   observation [seconds] [rounds]   requests as wrk and as a Prometheus count them, and what counting costs (needs both)
//   operations [address]             every GET and the writes of every day, on the demo; or every GET on a database
//   overload [seconds] [NAME=value…] half, one, two and five times the load that a data server can serve
//   paie [people] [presences]        the imputation of a year while alarms come, then a décompte and its documents
//   peers [seconds] [rounds] [S|M]   a list and the sign-in, beside Directus, PostGraphile and better-auth (needs wrk)
//   policies [rounds]                hot statements under policies and as a superuser, who bypasses them, on M
//   reponses [seconds]               500 answers a second, how soon a wall shows them, and the pages of links
//   soak [minutes]                   both servers and two workers under steady work for an hour: what grows, what fails
//   standbys [seconds] [rounds] [checkout]  figures from a standby; or usual requests to another checkout and to this one
//   start [rounds]                   npm start with a new demo and with the same demo again, until /ready
//   statistiques [rounds]            figures of one SIS and of the nation, with one and with ten years of M
//   strangers [rounds]               processor time of requests without a token, with the worst heads and bodies
//   tableau [alarms]                 from SMTP to the screens, and from a phone to the wall, in Chromium
//   wire [seconds] [rounds]          answers as clients take them, beside the peers, and the p50 of every list (needs wrk)
//   writes [reports]                 the writes of a report over HTTP, and their statements in a loop of pg
const benches: Record<string, (...args: (string | undefined)[]) => unknown> = {
  busy: (processes = '14') => benchBusy(Number(processes)),
  cells: (seconds = '5', rounds = '5') => benchCells(Number(seconds), Number(rounds)),
  comptes: (tries = '200', seconds = '20') => benchComptes(Number(tries), Number(seconds)),
  data: (size, serve) => benchData(readSize(size), serve === 'serve'),
  documents: (rounds = '20', checkout) => benchDocuments(Number(rounds), checkout),
  envois: (devices = '10000') => benchEnvois(Number(devices)),
  faults: (lanes = '6', name) => benchFaults(Number(lanes), name),
  flux: (listeners = '2000', alarms = '100', sis = '200') =>
    benchFlux(Number(listeners), Number(alarms), Number(sis)),
  fuzz: (bodies = '10000') => benchFuzz(Number(bodies)),
  history: (first = '60', rounds = '100') =>
    first === 'M' || first === 'L' ? benchLargest(first, Number(rounds)) : benchHistory(Number(first)),
  homes: (seconds = '2', rounds = '15') => benchHomes(Number(seconds), Number(rounds)),
  http: (seconds = '4', rounds = '3', path) => benchHttp(Number(seconds), Number(rounds), path),
  idle: (connections = '10000') => benchIdle(Number(connections)),
  import: (rows = '100000') => benchImport(Number(rows)),
  ingest: (seconds = '60', storm = '500', binaries) => benchIngest(Number(seconds), Number(storm), binaries),
  journee: (minutes = '5', part = '1') => benchJournee(Number(minutes), Number(part)),
  mailboxes: (mailboxes = '1200', minutes = '3') => benchMailboxes(Number(mailboxes), Number(minutes)),
  memory: (minutes = '5', streams = '500', checkout) =>
    benchMemory(Number(minutes), Number(streams), checkout),
  mixed: (seconds = '4', rounds = '3') => benchMixed(Number(seconds), Number(rounds)),
  mur: (alarms = '600', answers = '10') => benchMur(Number(alarms), Number(answers)),
  mutations: (name) => benchMutations(name),
  nation: (rounds = '20') => benchNation(Number(rounds)),
  observation: (seconds = '3', rounds = '8') => benchObservation(Number(seconds), Number(rounds)),
  operations: (address) => benchOperations(address),
  overload: (seconds = '8', ...settings) =>
    benchOverload(
      Number(seconds),
      settings.filter((each) => each !== undefined),
    ),
  paie: (people = '1000', presences = '170000') => benchPaie(Number(people), Number(presences)),
  peers: (seconds = '5', rounds = '3', size = 'S') =>
    benchPeers(Number(seconds), Number(rounds), readSize(size)),
  policies: (rounds = '100') => benchPolicies(Number(rounds)),
  reponses: (seconds = '10') => benchReponses(Number(seconds)),
  soak: (minutes = '60') => benchSoak(Number(minutes)),
  standbys: (seconds = '3', rounds = '5', checkout) =>
    benchStandbys(Number(seconds), Number(rounds), checkout),
  start: (rounds = '5') => benchStart(Number(rounds)),
  statistiques: (rounds = '200') => benchStatistiques(Number(rounds)),
  strangers: (rounds = '3') => benchStrangers(Number(rounds)),
  tableau: (alarms = '20') => benchTableau(Number(alarms)),
  wire: (seconds = '4', rounds = '3') => benchWire(Number(seconds), Number(rounds)),
  writes: (reports = '300') => benchWrites(Number(reports)),
}

// Ctrl-C must not leave a database and servers behind.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void started.stop().finally(() => process.exit(1)))

const [name = '', ...args] = process.argv.slice(2).filter((each) => each !== '--plain')
try {
  const bench = benches[name]
  if (bench === undefined) throw new Error(`npm run bench -- ${Object.keys(benches).join(' | ')}`)
  await bench(...args)
} finally {
  await started.stop()
}
