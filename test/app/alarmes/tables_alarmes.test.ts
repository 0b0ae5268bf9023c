import { describe, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { askTable, evaluate, inHs, latest, outcome } from '../../support/table.ts'

const database = useDatabase()

const writer = ['intervention.modification']

// A new alarm, whose id the rest of the statement finds in `a`.
const withAlarme = (rest: string) => `
  with a as (
    insert into app.alarmes (date, type, code, adresse, intervention_voulue)
    values ('2026-03-14 13:29:45Z', 'Alarme réelle', 'FEU BAT', '2800 Delémont, Rue de la Gare 15', true)
    returning id
  ) ${rest}`

describe('app.alarmes', () => {
  askTable(database, {
    table: 'alarmes',
    seed: withAlarme('select from a'),
    read: ['intervention.lecture', 'intervention.modification', 'intervention.validation'],
    add: {
      by: 'owner',
      with: writer,
      row: {
        date: 'now()',
        type: "'Alarme réelle'",
        adresse: "'2854 Bassecourt'",
        intervention_voulue: 'true',
      },
    },
    change: { with: writer, columns: ['validated'], set: 'validated = true' },
  })

  it('accepts only the colours of the alarm centre', async () => {
    const owner = await database.as('owner')
    await asSomeone(owner, inHs(writer), async () => {
      const insert = `
        insert into app.alarmes (date, type, couleur, adresse, intervention_voulue) values (now(), 'Alarme test', $1, '', false)`
      for (const couleur of ['ROUGE', 'JAUNE', 'BLEU', 'GRIS', ''])
        expect(await outcome(owner, insert, [couleur])).toBe(1)
      expect(await outcome(owner, insert, ['VERT'])).toBe('23514')
    })
  })

  it('exists once per message in each SIS', async () => {
    const owner = await database.as('owner')
    const insert = `
      insert into app.alarmes (message_sis_key, message_id, date, type, adresse, intervention_voulue)
      values ($1, $2, now(), 'Alarme réelle', '', true)`
    await asSomeone(owner, inHs(writer), async () => {
      expect(await outcome(owner, insert, ['hs', 999_999])).toBe(1)
      expect(await outcome(owner, insert, ['hs', 999_999])).toBe('23505')
      // A message of the instance's ledger may have the same id.
      expect(await outcome(owner, insert, ['*', 999_999])).toBe(1)
      expect(await outcome(owner, insert, ['*', 999_999])).toBe('23505')
      await owner.query("select request.open(null, 'test', '{intervention.modification}', null)")
      expect(await outcome(owner, insert, ['*', 999_999])).toBe(1)
    })
  })

  it('names its message with the ledger, or none', async () => {
    const owner = await database.as('owner')
    const insert = `
      insert into app.alarmes (message_sis_key, message_id, date, type, adresse, intervention_voulue)
      values ($1, $2, now(), 'Alarme réelle', '', true)`
    await asSomeone(owner, inHs(writer), async () => {
      expect(await outcome(owner, insert, [null, null])).toBe(1)
      expect(await outcome(owner, insert, [null, 999_999])).toBe('23514')
      expect(await outcome(owner, insert, ['hs', null])).toBe('23514')
    })
  })
})

describe('app.alarme_groupes', () => {
  askTable(database, {
    table: 'alarme_groupes',
    seed: withAlarme("insert into app.alarme_groupes (alarme_id, no, nom) select id, '90', 'EM' from a"),
    read: ['intervention.lecture', 'intervention.modification'],
    add: {
      by: 'owner',
      with: writer,
      row: { alarme_id: latest('alarmes'), no: "'91'", nom: "'1er secours'" },
    },
  })

  it('refuses an alarm of another SIS', async () => {
    const owner = await database.as('owner')
    const [foreign] = await evaluate(database, ["(select min(id) from app.alarmes where sis_key = 'test')"])
    await asSomeone(owner, inHs(writer), async () => {
      const insert = "insert into app.alarme_groupes (alarme_id, no, nom) values ($1, '91', '1er secours')"
      expect(await outcome(owner, insert, [foreign])).toBe('23503')
    })
  })
})

describe('app.alarme_personnes', () => {
  askTable(database, {
    table: 'alarme_personnes',
    seed: withAlarme(`
      insert into app.alarme_personnes (alarme_id, nom_complet, sapeur_id)
      select a.id, s.nom_prenom, s.id from a, app.sapeurs s where s.nom_prenom = 'Zwahlen Léa'
       union all select id, 'Inconnu Jean', null from a`).replace(
      'with',
      "insert into app.sapeurs (nom, prenom) values ('Zwahlen', 'Léa'); with",
    ),
    read: ['intervention.lecture', 'intervention.modification'],
    add: {
      by: 'owner',
      with: writer,
      row: { alarme_id: latest('alarmes'), nom_complet: "'Tobler Daniel'" },
    },
  })

  it('keeps the name and the SIS of a sapeur whose record is deleted', async () => {
    const admin = await database.as('admin')
    await asSomeone(admin, inHs(), async () => {
      await admin.query("delete from app.sapeurs where sis_key = 'hs' and nom_prenom = 'Zwahlen Léa'")
      const { rows } = await admin.query(
        `select sis_key, sapeur_id is not null as known from app.alarme_personnes
          where nom_complet = 'Zwahlen Léa' order by 1`,
      )
      expect(rows).toEqual([
        { sis_key: 'hs', known: false },
        { sis_key: 'test', known: true },
      ])
    })
  })
})

describe('app.reponses_alarmes', () => {
  askTable(database, {
    table: 'reponses_alarmes',
    seed: withAlarme(`
      insert into app.reponses_alarmes (alarme_id, sapeur_id, reponse, source)
      select a.id, (select min(id) from app.sapeurs), 'vient', 'application' from a`),
    read: ['intervention.lecture', 'intervention.modification'],
    soi: {
      column: 'sapeur_id',
      sapeur: "(select min(id) from app.sapeurs where sis_key = 'hs')",
    },
    add: {
      with: writer,
      row: {
        alarme_id: latest('alarmes'),
        sapeur_id: "(select max(id) from app.sapeurs where sis_key = 'hs')",
        reponse: "'vient'",
        delai: '5',
        remarque: "'En voiture'",
        source: "'officier'",
      },
    },
    remove: { with: ['sis.config'], by: 'owner' },
  })
})

describe('app.reponses_mensuelles', () => {
  askTable(database, {
    table: 'reponses_mensuelles',
    seed: `insert into app.reponses_mensuelles (annee, mois, source, reponse, nb, secondes)
           values (2024, 3, 'lien', 'vient', 7, 700)`,
    read: ['intervention.lecture', 'intervention.modification', 'sis.config'],
    add: {
      by: 'owner',
      with: ['sis.config'],
      row: { annee: '2024', mois: '4', source: "'lien'", reponse: "'vient'", nb: '7', secondes: '700' },
    },
    change: { with: ['sis.config'], columns: ['nb'], set: 'nb = 8', by: 'owner' },
  })
})

describe('app.murs', () => {
  askTable(database, {
    table: 'murs',
    seed: "insert into app.murs (designation, token_hash) values ('Garage', sha256('garage'))",
    read: ['sis.config'],
    add: {
      with: ['sis.config'],
      row: { designation: "'Hall'", token_hash: "sha256('hall')", expire_le: "date '2199-12-31'" },
    },
    remove: { with: ['sis.config'] },
  })
})

describe('app.messages', () => {
  askTable(database, {
    table: 'messages',
    seed: `
      with messagerie as (
        insert into app.messageries (host, port, utilisateur, mot_de_passe)
        values ('registre.example.org', 993, 'alarme', '\\x00')
        returning id
      )
      insert into app.messages (messagerie_id, uidvalidity, uid, sha256, expediteur, sujet, taille)
      select id, 1, 1, 'a', 'cet@alarme.example.org', 'Alarme', 10 from messagerie`,
    read: ['sis.config'],
    add: {
      by: 'owner',
      with: ['sis.config'],
      row: {
        messagerie_id: latest('messageries'),
        uidvalidity: '1',
        uid: '2',
        sha256: "'b'",
        expediteur: "'cet@alarme.example.org'",
        sujet: "'Alarme'",
        taille: '10',
      },
    },
    change: { by: 'owner', with: ['sis.config'], columns: ['raison'] },
    remove: { by: 'owner', with: ['sis.config'] },
  })

  it('is in the ledger once, by its Message-ID or otherwise its hash', async () => {
    const owner = await database.as('owner')
    const [id] = await evaluate(database, [latest('messageries')])
    await asSomeone(owner, inHs(['sis.config']), async () => {
      const insert = `
        insert into app.messages (messagerie_id, uidvalidity, uid, message_id, sha256, expediteur, sujet, taille)
        values ($1, 1, 9, $2, $3, 'cet@alarme.example.org', 'Alarme', 10)`
      expect(await outcome(owner, insert, [id, null, 'a'])).toBe('23505')
      expect(await outcome(owner, insert, [id, '<1@example.org>', 'a'])).toBe(1)
      expect(await outcome(owner, insert, [id, '<1@example.org>', 'c'])).toBe('23505')
    })
  })
})
