import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../src/mail/seal.ts'
import { openText, sealedPlace, sealText } from '../../../src/text/sealed_text.ts'
import { patience, useCommands } from '../../commands/command_fixture.ts'
import { useDatabase } from '../../support/database.ts'

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64')
const [former, present, other] = [keyOf(1), keyOf(2), keyOf(3)]
const database = useDatabase()
const run = useCommands(() => ({ DATABASE_URL: database.urls.admin, MAILBOX_KEY: present }))
const directory = mkdtempSync(join(tmpdir(), 'caserne-reseal-'))
const fileOf = (key: string) => {
  const file = join(directory, key.slice(0, 4))
  writeFileSync(file, `${key}\n`)
  return file
}
afterAll(() => rmSync(directory, { recursive: true }))

const mailbox = { sis: 'hs', host: 'mail.example.org', port: 993, security: 'tls', user: 'hs' }
const secrets = async () => {
  const { rows } = await (await database.as('admin')).query(
    `select (select privee from request.push_keys) as push,
            (select secret from app.webhooks where sis_key = 'hs') as webhook,
            (select abonnement from app.appareils where sis_key = 'hs') as abonnement,
            (select mot_de_passe from app.messageries where sis_key = 'hs' and utilisateur = 'hs') as password,
            (select count(*)::int from audit.journal) as entries`,
  )
  return rows[0]
}

beforeEach(async () => {
  const admin = await database.as('admin')
  for (const table of ['request.push_keys', 'app.webhooks', 'app.appareils', 'app.messageries'])
    await admin.query(`delete from ${table}`)
  await admin.query('insert into request.push_keys (publique, privee) values ($1, $2)', [
    'BP4z',
    sealText('privée', former, sealedPlace.pushKey),
  ])
  await admin.query(
    "insert into app.webhooks (sis_key, url, secret, evenements) values ('hs', 'https://sms.example.org', $1, '{alarme}')",
    [sealText('whsec_secret', former, sealedPlace.webhook('hs'))],
  )
  await admin.query(
    `insert into app.appareils (sis_key, user_id, type, empreinte, abonnement)
     select 'hs', min(id), 'webpush', sha256('a'), $1 from auth.users`,
    [sealText('abonnement', former, sealedPlace.abonnement('hs'))],
  )
  for (const [user, key] of [
    ['hs', former],
    ['perdue', other],
  ] as const)
    await admin.query(
      `insert into app.messageries (sis_key, host, port, securite, utilisateur, mot_de_passe, active)
       values ('hs', $1, $2, $3, $4, $5, true)`,
      [mailbox.host, mailbox.port, mailbox.security, user, seal('mot', key, { ...mailbox, user })],
    )
})

describe('key reseal', patience, () => {
  it('changes nothing when the key of the file is not that of the instance', async () => {
    const before = await secrets()
    expect(await run(['key', 'reseal', fileOf(other)])).toEqual({
      code: 1,
      said: 'Ni MAILBOX_KEY ni la clé du fichier ne sont celle de cette instance : rien n’est changé.\n',
    })
    expect(await secrets()).toEqual(before)
  })

  it('encrypts all secrets by the present key, and names mailboxes that neither key opens', async () => {
    const { entries } = await secrets()
    for (let n = 0; n < 2; n += 1)
      expect(await run(['key', 'reseal', fileOf(former)])).toEqual({
        code: 0,
        said: `Tout est chiffré par MAILBOX_KEY. Relancez les serveurs et les workers.
Messagerie perdue (mail.example.org) : aucune des deux clés n’ouvre son mot de passe. Entrez-le à nouveau.\n`,
      })
    const sealed = await secrets()
    expect(openText(sealed.push, present, sealedPlace.pushKey)).toBe('privée')
    expect(openText(sealed.webhook, present, sealedPlace.webhook('hs'))).toBe('whsec_secret')
    expect(openText(sealed.abonnement, present, sealedPlace.abonnement('hs'))).toBe('abonnement')
    expect(unseal(sealed.password, present, mailbox)).toBe('mot')
    expect(sealed.entries).toBe(entries)
  })
})
