import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { whole } from '../support/whole.ts'
import { addAlarme } from './alarme_fixture.ts'
import { useBoard } from './board_fixture.ts'
import { addIntervention } from './intervention_fixture.ts'
import { makeMur } from './mur_fixture.ts'

const board = useBoard()
const HOUR_MS = 3_600_000
let paths: string[]
let mur: string

beforeAll(async () => {
  const admin = await board.database.as('admin')
  const id = await addIntervention(board.database, 'Feu de minuit')
  for (const [adresse, age] of [
    ['Rue Neuve 1', '5 minutes'],
    ['Rue Vieille 2', '200 minutes'],
    ['Rue Ancienne 3', '30 hours'],
  ] as const) {
    const alarme = await addAlarme(board.database, { adresse })
    await admin.query('update app.alarmes set date = now() - $2::interval where id = $1', [alarme, age])
  }
  await admin.query(
    `insert into app.indisponibilites (sis_key, sapeur_id, debut, fin, motif, dernier_jour)
     select 'hs', s.id, d.debut, d.debut + interval '90 minutes', 'absence', (d.debut at time zone 'Europe/Zurich')::date + 1
       from app.sapeurs s
      cross join (select ((now() at time zone 'Europe/Zurich')::date + time '23:30') at time zone 'Europe/Zurich') as d (debut)
      where s.sis_key = 'hs'
      order by s.id limit 3`,
  )
  mur = `/tableau/mur#${(await makeMur(board.servers)).token}`
  paths = [
    '/tableau',
    `/tableau/interventions/${id}`,
    '/tableau/equipe',
    '/tableau/moi',
    '/tableau/annee',
    '/tableau/messages',
  ]
})

// Minutes and seconds go on while the pages are read, and each reader is a session more.
const still = (text: string) =>
  text
    .replaceAll(/(\d+\s(?=min\b))|à l’instant/g, '# ')
    .replaceAll(/(?<=\d\sh\s)\d\d/g, '#')
    .replaceAll(/\d\d:\d\d(?=\nDéconnecter)/g, '#')
    .replaceAll(/(Chrome sur Linux\n.*\nDéconnecter\n)+/g, '$1')

async function read(page: Page): Promise<string> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await page.locator('.quiet', { hasText: 'Chargement' }).waitFor({ state: 'detached' })
  // Pages with a stream are never idle.
  await page.waitForLoadState('networkidle', { timeout: 2_000 }).catch(() => undefined)
  return still(await page.locator('main').innerText())
}

async function readAll(zone: string, fastMs: number): Promise<Record<string, string>> {
  const device = { zone, fastMs }
  const { page: wall } = await board.open(mur, 'wall', device)
  await wall.getByText('Rue Neuve 1').first().waitFor()
  const texts: Record<string, string> = { mur: (await read(wall)).replaceAll(/\b\d+:\d\d\b/g, '#') }
  const { page } = await board.openAs('commandant', '/tableau/reference', 'desk', device)
  for (const path of paths) {
    await page.goto(board.servers.urls().data + path)
    if (path === '/tableau') await page.getByText('Rue Ancienne 3').first().waitFor()
    texts[path] = await read(page)
  }
  return texts
}

const devices = [
  ['America/Guadeloupe', -3],
  ['UTC', 3],
  ['Asia/Tokyo', 0],
] as const

it('shows the time of the SIS by the clock of the server, whatever the browser’s', {
  timeout: 240_000,
}, async () => {
  const right = await readAll('Europe/Zurich', 0)
  expect(right['/tableau']).toMatch(/3\sh\s#/)
  expect(right.mur).toContain('#')
  for (const [zone, hours] of whole ? devices : devices.slice(0, 1))
    expect({ zone, ...(await readAll(zone, hours * HOUR_MS)) }).toEqual({ zone, ...right })
})

it('takes what one types as the time of the SIS', async () => {
  const { page } = await board.openAs('sapeur', '/tableau/moi', 'desk', {
    zone: 'Asia/Tokyo',
    fastMs: 3 * HOUR_MS,
  })
  await page.getByText('Annoncer une absence').click()
  const year = new Date().getFullYear() + 1
  await page.getByLabel('Début').first().fill(`${year}-07-01T08:00`)
  await page.getByLabel('Fin').first().fill(`${year}-07-01T12:00`)
  await page.getByRole('button', { name: 'Annoncer', exact: true }).click()
  await page.getByText('08:00–12:00').waitFor()
  const admin = await board.database.as('admin')
  const { rows } = await admin.query(
    "select debut from app.indisponibilites where sis_key = 'hs' and debut > make_date($1, 6, 30)",
    [year],
  )
  expect(rows).toEqual([{ debut: new Date(`${year}-07-01T06:00:00Z`) }])
})
