import { describe, expect, it } from 'vitest'
import { plant } from '../support/table.ts'
import { whole } from '../support/whole.ts'
import { useBoard } from './board_fixture.ts'
import { addIntervention } from './intervention_fixture.ts'

const board = useBoard()

const accounts = ['admin', 'commandant', 'chef', 'sapeur', 'lecteur', 'autre', 'nouveau']
// `npm test` looks only at the menu of the others.
const visitors = whole ? accounts : ['commandant']

describe.each(accounts)('%s', { timeout: 120_000 }, (name) => {
  it('sees the pages of the menu on each screen without a serious fault, and no others', async () => {
    const { page, complaints } = await board.openAs(name, '/')
    const first = page.getByRole('link', { name: 'Tableau', exact: true })
    await first.waitFor()
    await page.goto(`${board.servers.urls().data}/tableau/moi`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.locator('.quiet', { hasText: 'Chargement' }).waitFor({ state: 'detached' })
    const paths = await page
      .locator('header nav a')
      .evaluateAll((links) => links.map((each) => each.getAttribute('href')))
    for (const path of visitors.includes(name) ? paths : []) {
      await page.goto(board.servers.urls().data + path)
      await page.getByRole('heading', { level: 1 }).waitFor()
      await page.locator('.quiet', { hasText: 'Chargement' }).waitFor({ state: 'detached' })
      expect({ path, alert: await page.locator('main [role=alert]').allInnerTexts() }).toEqual({
        path,
        alert: expect.not.arrayContaining([expect.stringMatching(/./)]),
      })
      expect({ path, faults: await board.look(page) }).toEqual({ path, faults: [] })
    }
    const rights = {
      '/tableau/messages': ['admin', 'commandant', 'autre'],
      '/tableau/annee': ['nouveau', 'sapeur'],
    }
    expect(paths.includes('/tableau/messages')).toBe(rights['/tableau/messages'].includes(name))
    expect(paths.includes('/tableau/annee')).toBe(!rights['/tableau/annee'].includes(name))
    expect(complaints).toEqual([])
  })
})

it('a report is filled in with the people who said that they come, and validated', async () => {
  const id = await addIntervention(board.database, 'Feu de la page')
  const { page, complaints } = await board.openAs('commandant', `/tableau/interventions/${id}`)
  await page.getByRole('heading', { name: 'Feu de la page' }).waitFor()
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('Les présences sont saisies.').waitFor()
  expect(await page.getByRole('region', { name: 'Personnes' }).getByRole('row').count()).toBe(3)
  await page.getByRole('button', { name: 'Ajouter le véhicule' }).click()
  await page.getByText('Le véhicule est saisi.').waitFor()
  await page
    .getByRole('button', { name: /^Retirer / })
    .first()
    .click()
  await page.getByText('La présence est retirée.').waitFor()
  await page.getByText('Choisir les sections').click()
  for (const name of ['Appels', 'Quittances']) await page.getByLabel(name).uncheck()
  const [report] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Rapport en PDF' }).click(),
  ])
  expect(report.suggestedFilename()).toMatch(/^intervention-hs-\d{4}-\d+\.pdf$/)
  expect(await board.faults(page)).toEqual([])
  await page.getByRole('button', { name: 'Valider l’intervention' }).click()
  await page.getByText('validée', { exact: true }).waitFor()
  // Someone who was forgotten: the signature was not for them.
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByText('Les présences sont saisies. L’intervention est à valider de nouveau.').waitFor()
  await page.getByText('saisie', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Valider l’intervention' }).click()
  await page.getByText('validée', { exact: true }).waitFor()
  const admin = await board.database.as('admin')
  const { rows } = await admin.query(
    `select statut, (select count(*)::integer from app.intervention_sapeurs p where p.intervention_id = i.id and p.sis_key = 'hs') as presences,
            (select count(*)::integer from app.intervention_vehicules v where v.intervention_id = i.id and v.sis_key = 'hs') as vehicules
       from app.interventions i where sis_key = 'hs' and id = $1`,
    [id],
  )
  expect(rows).toEqual([{ statut: 2, presences: 2, vehicules: 1 }])
  expect(complaints).toEqual([])
})

it('a refusal is shown where one works, and nothing is lost', async () => {
  const id = await addIntervention(board.database, 'Feu refusé')
  const { page } = await board.openAs('commandant', `/tableau/interventions/${id}`)
  await page.getByLabel('Départ').fill('2020-01-01T00:00')
  await page.getByRole('button', { name: 'Ajouter', exact: true }).click()
  await page.getByRole('alert').filter({ hasText: /./ }).waitFor()
  expect(await page.getByLabel('Départ').inputValue()).toBe('2020-01-01T00:00')
})

it('the year is shown against the year before, and saved as a file', async () => {
  const { page } = await board.openAs('commandant', '/tableau/annee')
  await page.getByRole('img', { name: /^Interventions par mois en/ }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Catégories (csv)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^stat-federal-hs-\d{4}\.csv$/)
})

it('mails that could not be read come first, and are read again', async () => {
  await plant(
    board.database,
    `with b as (
       insert into app.messageries (host, port, utilisateur, mot_de_passe, active)
       values ('imap.example.org', 993, 'page', '\\x00', true) returning id
     )
     insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat, raison, contenu, date, incomplet)
     select b.id, 1, n, 'sha' || n, 'cet@example.org', 'Sujet ' || n, 10, e, r, 'raw', now(), r like 'Rapport%'
       from b, unnest(array['alarm', 'alarm', 'failed'], array['', 'Rapport incomplet.', 'Le message n’a pas d’adresse.'])
              with ordinality as t (e, r, n)`,
  )
  const { page, complaints } = await board.openAs('commandant', '/tableau/messages')
  await page.getByText('1 message n’a pas pu être lu').waitFor()
  const first = page.getByRole('row').nth(1)
  expect(await first.innerText()).toContain('Le message n’a pas d’adresse.')
  expect(await page.getByRole('row').nth(2).innerText()).toContain('alarme incomplète')
  expect(await board.faults(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    first.getByRole('button', { name: 'Voir le message' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/\.eml$/)
  await first.getByRole('button', { name: 'Relire' }).click()
  await page.getByText('Tous les messages sont lus.').waitFor()
  expect(complaints).toEqual([])
})

it('a session of another device is ended', async () => {
  await board.openAs('sapeur', '/tableau/moi')
  const { page } = await board.openAs('sapeur', '/tableau/moi')
  const ends = page.getByRole('button', { name: 'Déconnecter', exact: true })
  await ends.nth(1).waitFor()
  const before = await ends.count()
  await ends.nth(1).click()
  await page.getByText('L’appareil est déconnecté.').waitFor()
  expect(await ends.count()).toBe(before - 1)
})
