import { createHmac } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { describe, expect, it } from 'vitest'
import { HostList } from '../../../src/text/host_list.ts'
import { sealedPlace, sealText } from '../../../src/text/sealed_text.ts'
import { useDatabase } from '../../support/database.ts'
import { envoisKey, soon, useEnvois } from './envois_fixture.ts'
import { usePushService } from './push_service.ts'
import { type Received, useReceiver } from './webhook_receiver.ts'

const database = useDatabase()
const service = usePushService()
const receiver = useReceiver()
const { sql, addPerson, addAlarme, work } = useEnvois(database, service)
const secret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`

const addWebhook = async (evenements: string[], url = receiver.url(), user: number | null = null) => {
  await sql('delete from app.webhooks')
  const sealed = sealText(secret, envoisKey, sealedPlace.webhook('hs'))
  const [row] = await sql(
    'insert into app.webhooks (url, secret, evenements) values ($1, $2, $3) returning id',
    [url, sealed, evenements],
    user,
  )
  return Number(row.id)
}
const webhook = async (id: number) =>
  (await sql('select actif, raison, echec_depuis from app.webhooks where id = $1', [id]))[0]
const envois = (id: number) =>
  sql(
    'select id, etat, tentatives, code_http, raison, contenu from app.envois where webhook_id = $1 order by id',
    [id],
  )
/** Lets the next try come now, as if its pause were over. */
const hasten = () =>
  sql(
    "select graphile_worker.reschedule_jobs(array(select id from graphile_worker.jobs where task_identifier = 'send_webhook'), now())",
  )

describe('a webhook', () => {
  it('receives an alarm, signed as Standard Webhooks say, in as few words as the SIS chose', async () => {
    const id = await addWebhook(['alarme'])
    await work()
    const alarme = await addAlarme(['1'])
    await expect.poll(() => receiver.received.length, soon).toBe(1)
    const [{ headers, body } = { headers: {} as Received['headers'], body: '' }] = receiver.received
    const message = JSON.parse(body)
    expect(message).toEqual({
      type: 'alarme',
      timestamp: expect.stringMatching(/^\d{4}-.+Z$/),
      data: {
        sis: 'hs',
        alarme_id: String(alarme),
        date: expect.any(String),
        test: false,
        incomplet: false,
      },
    })
    expect(new Webhook(secret).verify(body, headers as Record<string, string>)).toEqual(message)
    // Once more without the library that signs.
    const signed = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
    const signature = createHmac('sha256', Buffer.from(secret.slice(6), 'base64'))
      .update(signed)
      .digest('base64')
    expect(headers['webhook-signature']).toBe(`v1,${signature}`)
    await expect
      .poll(async () => (await envois(id))[0], soon)
      .toMatchObject({ etat: 'remis', code_http: 204, contenu: null })
  })

  it('receives all of it if the SIS wants that, and the other events it asked for', async () => {
    await sql("update app.sis set contenu_alerte = 'complet'")
    await addWebhook(['alarme', 'reponse', 'intervention', 'message_echoue', 'effectif'])
    const { sapeur } = await addPerson([])
    await work()
    const alarme = await addAlarme(['7'])
    await sql(
      "insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, delai, source) values ($1, $2, 'vient', 5, 'lien')",
      [alarme, sapeur],
    )
    await sql(
      `insert into app.interventions (date_debut, heure_debut, date_fin, heure_fin, objet)
       select current_date, '01:00', current_date, '02:00', 'Feu de cave'`,
    )
    await sql(
      `with b as (insert into app.messageries (host, port, utilisateur, mot_de_passe) values ('mail.example.org', 993, 'w', '\\x00') returning id)
       insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille, etat, raison)
       select id, 1, 1, 'w', 'cet@example.org', 'Alarme illisible', 9, 'failed', 'Rien reconnu.' from b`,
    )
    await sql(`select app.tell_webhooks('effectif', '{"effectif_requis_id": 3}', '{"manque": 2}')`)
    await expect.poll(() => receiver.received.length, soon).toBe(5)
    await sql("update app.sis set contenu_alerte = 'minimal'")
    const data = Object.fromEntries(
      receiver.received.map(({ body }) => JSON.parse(body)).map((each) => [each.type, each.data]),
    )
    expect(data).toMatchObject({
      alarme: { type: 'Feu', adresse: 'Rue de la Gare 15', groupes: [{ no: '7', nom: 'Groupe 7' }] },
      reponse: { alarme_id: String(alarme), sapeur_id: sapeur, reponse: 'vient', delai: 5 },
      intervention: { objet: 'Feu de cave', statut: 0 },
      message_echoue: { sujet: 'Alarme illisible', raison: 'Rien reconnu.' },
      effectif: { effectif_requis_id: 3, manque: 2 },
    })
  })

  it('receives it again with the same id after an error, with pauses that grow', async () => {
    const id = await addWebhook(['effectif'])
    receiver.reply(500, 429)
    await work()
    await sql("select app.tell_webhooks('effectif', '{}', '{}')")
    for (const tries of [1, 2]) {
      await expect.poll(async () => (await envois(id))[0]?.tentatives, soon).toBe(tries)
      expect((await webhook(id)).echec_depuis).not.toBeNull()
      await hasten()
    }
    await expect.poll(async () => (await envois(id))[0]?.etat, soon).toBe('remis')
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1)
    expect(receiver.received).toHaveLength(3)
    expect(await webhook(id)).toEqual({ actif: true, raison: '', echec_depuis: null })
  })

  it('is disabled after a day of failures, with a mail to who set it up', async () => {
    const { user } = await addPerson([])
    const id = await addWebhook(['effectif'], receiver.url(), user)
    receiver.reply(500)
    await work()
    await sql("select app.tell_webhooks('effectif', '{}', '{}')")
    await expect.poll(async () => (await envois(id))[0]?.tentatives, soon).toBe(1)
    await sql('update app.envois set tentatives = 10 where webhook_id = $1', [id])
    receiver.reply(503)
    await hasten()
    await expect.poll(async () => (await webhook(id)).actif, soon).toBe(false)
    expect(await webhook(id)).toMatchObject({ raison: 'Le service a répondu 503.' })
    const jobs = await sql(
      "select payload from graphile_worker._private_jobs where payload ->> 'genre' = 'webhook_desactive'",
    )
    expect(jobs.map(({ payload }) => payload.webhook_id)).toContain(id)
    expect(await sql('select app.tell_webhooks($1, $2, $2) as n', ['effectif', '{}'])).toEqual([{ n: 0 }])
  })

  it('is disabled at once by 410', async () => {
    const id = await addWebhook(['effectif'])
    receiver.reply(410)
    await work()
    await sql("select app.tell_webhooks('effectif', '{}', '{}')")
    await expect.poll(async () => (await webhook(id)).actif, soon).toBe(false)
  })
})

it('a day passes before a webhook is given up', async () => {
  const [row] = await sql(
    'select sum(jobs.webhook_pause(n)) as whole, jobs.webhook_pause(11) as after from generate_series(1, 10) n',
  )
  expect([row.whole.toPostgres().replace(/ 0 .*/, ''), row.after]).toEqual(['24 hours', null])
})

describe('where private addresses are not called', () => {
  const closed = { deliveryHosts: HostList.none }
  const reasonOf = async (url: string) => {
    const id = await addWebhook(['effectif'], url)
    await sql("select app.tell_webhooks('effectif', '{}', '{}')")
    await expect.poll(async () => (await envois(id))[0]?.tentatives, soon).toBe(1)
    return (await envois(id))[0]?.raison
  }

  it('a webhook is not told at a private address, by number or by name', async () => {
    await work(closed)
    const port = receiver.port()
    for (const host of ['127.0.0.1', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '169.254.169.254'])
      expect([host, await reasonOf(`https://${host}:${port}/`)]).toEqual([
        host,
        expect.stringContaining('privée'),
      ])
    expect(await reasonOf('https://localhost/')).toBe(
      'L’adresse mène à une machine que cette installation n’appelle pas (DELIVERY_HOSTS).',
    )
    // The port is judged before the name is looked up, as when the webhook was set up: it is what to open.
    expect(await reasonOf(`https://localhost:${port}/`)).toBe(
      `Cette installation n’appelle pas le port ${port} à cette adresse (DELIVERY_HOSTS).`,
    )
    expect(await reasonOf(receiver.url())).toContain('privée')
    expect(receiver.received).toEqual([])
  })
})

it('a redirection is not followed', async () => {
  const id = await addWebhook(['effectif'])
  receiver.reply({ redirect: receiver.url('/elsewhere') })
  await work()
  await sql("select app.tell_webhooks('effectif', '{}', '{}')")
  await expect.poll(async () => (await envois(id))[0]?.tentatives, soon).toBe(1)
  expect((await envois(id))[0]).toMatchObject({
    etat: 'attente',
    code_http: 307,
    raison: 'Le service a répondu 307 : une redirection n’est pas suivie.',
  })
  expect(receiver.received.map(({ path }) => path)).toEqual(['/webhook'])
})
