import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addReader, convoke, open } from '../http/calendrier_fixture.ts'
import { useDataApi } from '../http/data_fixture.ts'

// Calendars of Caserne in programs of Debian: libical, which GNOME and KDE read calendars with, and khal.
const api = useDataApi()
const { told, sql } = api
const run = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'caserne-calendar-'))
afterAll(() => rmSync(folder, { recursive: true }))

interface ReadCalendar {
  allowed: boolean
  errors: number
  /** `fois`: when it takes place, from and to, in seconds since 1970. */
  evenements: { uid: string; titre: string; fois: [number, number][] }[]
}

let moi: Awaited<ReturnType<typeof addReader>>
let adresse = ''
const moved = { id: 0 }
const evil = 'Feu, eau; « accents » \\ fin'
beforeAll(async () => {
  moi = await addReader(api, 'Agenda')
  for (const [days, titre] of [
    [-200, 'Passé'],
    [20, evil],
    [40, `Très long ${'é'.repeat(200)}`],
  ] as const)
    await convoke(api, moi.sapeur, days, titre)
  moved.id = await convoke(api, moi.sapeur, 30, 'À déplacer')
  await told(`POST /exercices/${await convoke(api, moi.sapeur, 31, 'À annuler')}/annuler`)
  const midnight = (days: number) => `(app.today() + ${days})::timestamp at time zone app.fuseau()`
  await sql(`insert into app.piquets (sapeur_id, debut, fin) values ($1, ${midnight(3)}, ${midnight(10)})`, [
    moi.sapeur,
  ])
  // Through both changes of the clocks; by day, because RFC 5545 knows no duration that is longer in one night.
  await sql(
    `insert into app.indisponibilites (sapeur_id, motif, debut, fin, recurrence)
     select $1, m.motif, (m.jour + time '08:00') at time zone app.fuseau(), (m.jour + time '17:30') at time zone app.fuseau(), m.regle
       from (values ('travail', date_trunc('week', app.today())::date, 'FREQ=WEEKLY;INTERVAL=2;BYDAY=SA,MO'),
                    ('absence', app.today(), 'FREQ=DAILY;COUNT=300')) as m (motif, jour, regle)`,
    [moi.sapeur],
  )
  adresse = (await told('POST /mes-calendriers', {}, { as: moi.email }))[1].data.adresse
})

async function fetchFile(): Promise<string> {
  const file = join(folder, 'calendrier.ics')
  writeFileSync(file, (await open(api, adresse)).text)
  return file
}

it('libical finds no fault, and the times of the service', async () => {
  const { stdout } = await run('/usr/bin/python3', [
    join(import.meta.dirname, 'read_ics.py'),
    await fetchFile(),
  ])
  const { allowed, errors, evenements }: ReadCalendar = JSON.parse(stdout)
  expect([allowed, errors]).toEqual([true, 0])
  const seconds = (name: string) => `extract(epoch from date_trunc('second', ${name}))::integer`
  const expected = await sql(
    `select ${seconds('x.debut')} as debut, ${seconds('x.fin')} as fin, x.uid
       from (
         select (e.date + e.heure) at time zone app.fuseau(), (e.date + e.heure) at time zone app.fuseau() + make_interval(mins => e.duree),
                'exercice-' || e.id || '@hs'
           from app.exercices e join app.exercice_sapeurs s on s.exercice_id = e.id where s.sapeur_id = $1
         union all
         select debut, fin, 'piquet-' || id || '@hs' from app.piquets where sapeur_id = $1
         union all
         select debut, fin, 'absence-' || id || '@hs' from app.absences(now() - interval '1 month', now() + interval '3 years')
          where sapeur_id = $1
       ) x (debut, fin, uid)
      order by x.uid, x.debut`,
    [moi.sapeur],
  )
  const byUid = Map.groupBy(expected, ({ uid }) => String(uid))
  expect(byUid.size).toBe(8)
  expect(expected.length).toBeGreaterThan(400)
  for (const { uid, fois } of evenements)
    expect([uid, fois]).toEqual([uid, byUid.get(uid)?.map(({ debut, fin }) => [debut, fin])])
  expect(evenements.map(({ uid }) => uid).sort()).toEqual([...byUid.keys()].sort())
  expect(evenements.map(({ titre }) => titre)).toEqual(
    expect.arrayContaining([evil, `Très long ${'é'.repeat(200)}`, 'Annulé : À annuler', 'Piquet']),
  )
})

describe('khal', () => {
  const config = join(folder, 'khal.conf')
  const env = { ...process.env, LC_ALL: 'C.UTF-8', HOME: folder, XDG_DATA_HOME: folder }
  const khal = async (...args: string[]) =>
    (await run('/usr/bin/khal', ['-c', config, ...args], { env })).stdout
      .split('\n')
      .filter((line) => line !== '')
  const list = (range: string) =>
    khal(
      'list',
      '--notstarted',
      '--day-format',
      '',
      '--format',
      '{start-long} {title} {status}',
      'today',
      range,
    )

  beforeAll(() => {
    mkdirSync(join(folder, 'khal'))
    writeFileSync(
      config,
      `[calendars]
[[caserne]]
path = ${join(folder, 'khal')}
[locale]
local_timezone = Europe/Zurich
default_timezone = Europe/Zurich
timeformat = %H:%M
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
[sqlite]
path = ${join(folder, 'khal.db')}
`,
    )
  })

  it('imports a calendar, and what has changed when it is read again', async () => {
    await khal('import', '--batch', '-a', 'caserne', await fetchFile())
    const [day] = await sql('select (app.today() + 30)::text as moved, (app.today() + 31)::text as off')
    const before = await list('60d')
    expect(before).toContain(`${day?.moved} 19:30 À déplacer CONFIRMED `)
    expect(before).toContain(`${day?.off} 19:30 Annulé : À annuler CANCELLED `)
    expect(before.filter((line) => line.includes('Travail')).length).toBeGreaterThan(4)
    await told(`PUT /exercices/${moved.id}`, { heure: '20:15', designation: 'Déplacé' })
    await khal('import', '--batch', '-a', 'caserne', await fetchFile())
    const after = await list('60d')
    expect(after).toContain(`${day?.moved} 20:15 Déplacé CONFIRMED `)
    expect(after.filter((line) => line.startsWith(`${day?.moved} 19:30`))).toEqual([])
    expect(after).toHaveLength(before.length)
  })
})
