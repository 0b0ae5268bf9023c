import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connectAsOwner } from '../src/db/migrate.ts'
import { importFile, type Kind } from '../src/import/import_file.ts'
import { heading } from './heading.ts'
import { postgresVersion, prepareDemo, started } from './setting.ts'

const files: Record<Kind, { header: string; row: (n: number) => string }> = {
  sapeurs: {
    header: 'nom;prenom;incorporation;date_naissance;localite;civilite;porteur',
    row: (n) => `Sapeur${n};Prénom${n % 97};2015-01-01;1990-05-${10 + (n % 18)};2800 Delémont;Monsieur;oui`,
  },
  vehicules: { header: 'designation;forfait;type_unite', row: (n) => `Véhicule ${n};120,50;km` },
  interventions: {
    header: 'date_debut;heure_debut;date_fin;heure_fin;objet;lieu;type_intervention;stat_federal',
    row: (n) => {
      const day = `20${10 + Math.floor((n % 100_000) / 10_000)}-0${1 + (n % 9)}-1${n % 10}`
      return `${day};08:00;${day};09:30;Intervention ${n};Delémont;Feu forêt;Lutte contre le feu`
    },
  },
}

// Opens the accounting years that the rows of the file fall in.
async function openYears(client: Awaited<ReturnType<typeof connectAsOwner>>): Promise<void> {
  await client.query('begin')
  await client.query("select request.open(null, 'hs', '{comptabilite.config}', null)")
  await client.query(
    `insert into app.exercices_comptables (annee, designation, debut, fin)
     select a, a::text, make_date(a, 1, 1), make_date(a, 12, 31) from generate_series(2010, 2019) as a
     on conflict do nothing`,
  )
  await client.query('commit')
}

/** Measures how long files of this many rows take to import, into a database with the demo. */
export async function benchImport(rows: number): Promise<void> {
  const admin = await prepareDemo()
  const directory = mkdtempSync(join(tmpdir(), 'caserne-import-'))
  started.add(directory, async () => rmSync(directory, { recursive: true }))
  const lines: string[] = []
  for (const [kind, { header, row }] of Object.entries(files) as [Kind, (typeof files)[Kind]][]) {
    const file = join(directory, `${kind}.csv`)
    writeFileSync(file, [header, ...Array.from({ length: rows }, (_, n) => row(n))].join('\n'))
    const client = await connectAsOwner(admin)
    if (kind === 'interventions') await openYears(client)
    const began = performance.now()
    const progress = (bytes: number, size: number, done: number) => {
      if (done % 10_000 === 0)
        process.stderr.write(`${kind}: ${done}, ${((100 * bytes) / size).toFixed(0)} %\n`)
    }
    const result = await importFile({ client, kind, sis: 'hs', file, dryRun: false, progress })
    if (result.faults.length > 0) throw new Error(JSON.stringify(result.faults[0]))
    const seconds = (performance.now() - began) / 1000
    await client.end()
    lines.push(`| ${kind} | ${result.rows} | ${seconds.toFixed(0)} | ${(rows / seconds).toFixed(0)} |`)
  }
  process.stdout.write(heading(`import ${rows}`, await postgresVersion(admin)))
  process.stdout.write(
    ['', '| file | rows | seconds | rows a second |', '|---|---|---|---|', ...lines, ''].join('\n'),
  )
}
