import type { Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { plant } from '../support/table.ts'
import { addAlarme } from '../tableau/alarme_fixture.ts'
import { useBoard } from '../tableau/board_fixture.ts'

// Whatever anybody may have written holds markup: mails of the alarm centre, names of people and things, remarks.
const board = useBoard()
const { database } = board
const markup = `"'><img src=x onerror="window.fait=1"><script>window.fait=1</script>\${window.fait=1}`

/** Columns that steer the program, which would not run with such a text. */
const steering = [
  // The home of a SIS.
  'cellule',
  'sis_key',
  'api_key',
  'fuseau',
  'couleur',
  'contenu_alerte',
]
let intervention = 0

beforeAll(async () => {
  await plant(
    database,
    `with i as (
       insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       values (current_date, '08:00', current_date, '10:00', 'Feu') returning id
     )
     insert into app.intervention_quittances (intervention_id, sapeur_id)
     select i.id, s.id from i, (select id from app.sapeurs order by id limit 2) s;
     insert into app.effectif_requis (designation, minimum) values ('Jour', 1000);
     insert into app.piquets (sapeur_id, debut, fin) select min(id), now(), now() + interval '1 week' from app.sapeurs;
     insert into app.murs (designation, token_hash) values ('Garage', sha256('mur'));
     insert into app.webhooks (url, secret, evenements, raison, echec_depuis) values ('https://sms.example.org', '\\x00', '{alarme}', 'Non', now());
     with b as (
       insert into app.messageries (host, port, utilisateur, mot_de_passe, active)
       values ('imap.example.org', 993, 'page', '\\x00', true) returning id
     )
     insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat, raison, contenu, date)
     select b.id, 1, 1, 'sha', 'cet@example.org', 'Sujet', 10, 'failed', 'Illisible', 'raw', now() from b`,
  )
  await addAlarme(database, { adresse: 'Rue du Balisage 1' })
  await plant(
    database,
    `insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, delai, remarque, source)
     select a.id, (select min(id) from app.sapeurs), 'vient', 5, 'En voiture', 'lien' from app.alarmes a
      where a.date > now() - interval '1 hour'`,
  )
  await writeEverywhere()
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    "select max(id)::integer as id from app.interventions where sis_key = 'hs'",
  )
  intervention = Number(rows[0]?.id)
})

// Writes the markup into every column of text whose own rules take it.
async function writeEverywhere(): Promise<void> {
  const admin = await database.as('admin')
  const { rows } = await admin.query(
    `select c.oid::regclass::text as name, quote_ident(a.attname) as column
       from pg_class c
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
      where c.relkind = 'r' and a.atttypid = 'text'::regtype and a.attname <> all ($1)
        and (c.relnamespace = 'app'::regnamespace or c.oid in ('auth.sis'::regclass, 'auth.roles'::regclass, 'auth.sessions'::regclass))`,
    [steering],
  )
  await admin.query('set session_replication_role = replica')
  let written = 0
  for (const { name, column } of rows) {
    const taken = await admin
      .query(`update ${name} set ${column} = $1 || ctid::text`, [markup])
      .catch(() => null)
    if ((taken?.rowCount ?? 0) > 0) written += 1
  }
  await admin.query('set session_replication_role = origin')
  expect(written).toBeGreaterThan(60)
}

/** Looks at a page until nothing is loaded any more. */
async function look(page: Page, path: string) {
  await page.locator('main h1, main .timer').first().waitFor()
  await page.locator('.quiet', { hasText: 'Chargement' }).waitFor({ state: 'detached' })
  await page.getByText('<img src=x onerror=').filter({ visible: true }).first().waitFor()
  return {
    path,
    done: await page.evaluate('window.fait'),
    elements: await page.locator('img[src=x], script:not([src]), [onerror]').count(),
    strange: await page
      .locator('a[href]')
      .evaluateAll((links) =>
        links
          .map((each) => (each as HTMLAnchorElement).protocol)
          .filter((each) => !/^(https?|webcal):$/.test(each)),
      ),
  }
}

const harmless = { done: undefined, elements: 0, strange: [] }

it.each([
  '/tableau',
  '/tableau/equipe',
  '/tableau/annee',
  '/tableau/moi',
  '/tableau/messages',
  'intervention',
])('the page %s shows markup as text', async (name) => {
  const path = name === 'intervention' ? `/tableau/interventions/${intervention}` : name
  const { page, complaints } = await board.openAs('commandant', path)
  expect(await look(page, path)).toEqual({ path, ...harmless })
  expect(complaints).toEqual([])
})

it('the wall shows markup as text', async () => {
  const token = `hs.${'m'.repeat(43)}`
  await plant(
    database,
    `insert into app.murs (designation, token_hash) values ('Mur', sha256('${'m'.repeat(43)}'))`,
  )
  const { page, complaints } = await board.open(`/tableau/mur#${token}`, 'wall')
  expect(await look(page, '/tableau/mur')).toEqual({ path: '/tableau/mur', ...harmless })
  expect(complaints).toEqual([])
})

it('the report of an intervention is still printed', async () => {
  const { accessToken } = await board.servers.signIn('commandant@example.org')
  const url = `${board.servers.urls().data}/api/v2/interventions/${intervention}/rapport`
  const { status, headers } = await fetch(url, {
    headers: { authorization: `Bearer ${accessToken}`, 'sis-key': 'hs' },
  })
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf'])
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="intervention-hs-[^"<>]*\.pdf"$/)
})
