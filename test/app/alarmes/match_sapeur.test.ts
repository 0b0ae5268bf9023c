import { beforeAll, expect, it } from 'vitest'
import { asSomeone, useDatabase } from '../../support/database.ts'
import { inHs } from '../../support/table.ts'

const database = useDatabase()

// [nom, prénom, in service, numbers]
const people: [string, string, boolean, string[]][] = [
  ['Amstutz', 'Anne', true, ['079 600 00 01', '032 600 00 99']],
  ['Amstutz', 'Luc', true, ['079 600 00 02', '032 600 00 99']],
  ['Bürki', 'Éloïse', true, ['079 600 00 03']],
  ['Cattin', 'Jean-Marc', true, []],
  ['Cattin', 'Paul', true, ['079 600 00 04']],
  ['Cattin', 'Paul', true, ['079 600 00 05']],
  ['Ancien', 'Robert', false, ['079 600 00 06']],
  ['Bürki', 'Robert', false, []],
  ['Marc', 'Jean Cattin', false, []],
]

beforeAll(async () => {
  const owner = await database.as('owner')
  await owner.query('begin')
  await owner.query("select request.open(null, 'hs', '{sapeur.modification}', null)")
  for (const [nom, prenom, active, telephones] of people) {
    const { rows } = await owner.query('insert into app.sapeurs (nom, prenom) values ($1, $2) returning id', [
      nom,
      prenom,
    ])
    await owner.query(
      "insert into app.mutations (sapeur_id, incorporation, sortie) values ($1, '2020-01-01', $2)",
      [rows[0].id, active ? null : '2025-12-31'],
    )
    for (const telephone of telephones)
      await owner.query('insert into app.telephones (sapeur_id, numero) values ($1, $2)', [
        rows[0].id,
        telephone,
      ])
  }
  await owner.query('commit')
})

it.each<[what: string, nom: string, telephones: string[], found: string | null]>([
  ['by a number, however it is written', 'Inconnu', ['+41 79 600 00 01'], 'Amstutz Anne'],
  ['by any of several numbers', 'Inconnu', ['+41790000000', '0796000002'], 'Amstutz Luc'],
  ['by the number in preference to the name', 'Amstutz Anne', ['+41796000002'], 'Amstutz Luc'],
  ['by their own number beside a shared one', 'Inconnu', ['+41326000099', '+41796000001'], 'Amstutz Anne'],
  ['by the name when the number is shared', 'Amstutz Luc', ['+41326000099'], 'Amstutz Luc'],
  ['nobody by a shared number alone', 'Amstutz', ['+41326000099'], null],
  [
    'by the name when the numbers belong to two people',
    'Bürki Éloïse',
    ['+41796000001', '+41796000002'],
    'Bürki Éloïse',
  ],
  ['nobody by numbers of two people and an unknown name', 'Inconnu', ['+41796000001', '+41796000002'], null],
  ['by the name', 'Amstutz Anne', [], 'Amstutz Anne'],
  ['by the name in the other order', 'Anne Amstutz', [], 'Amstutz Anne'],
  ['by the name without accents, in capitals', 'BURKI ELOISE', [], 'Bürki Éloïse'],
  ['by the name with other punctuation', 'Cattin, Jean Marc', [], 'Cattin Jean-Marc'],
  ['one of two namesakes by their number', 'Cattin Paul', ['079 600 00 05'], 'Cattin Paul'],
  ['nobody of two namesakes by the name', 'Cattin Paul', [], null],
  ['nobody by a part of a name', 'Amstutz', [], null],
  ['nobody who has left, by number', 'Inconnu', ['079 600 00 06'], null],
  ['nobody who has left, by name', 'Ancien Robert', [], null],
  ['nobody of another SIS', 'Aubry Pascal', [], null],
  ['nobody by text that is no number', 'Inconnu', ['inconnu', ''], null],
  ['nobody by empty values', '', [], null],
])('finds %s', async (_what, nom, telephones, found) => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.lecture']), async () => {
    const { rows } = await owner.query(
      `select (select s.nom_prenom from app.sapeurs s where s.id = m.id) as found
         from app.match_sapeur($1, $2, '2026-03-14') as m (id)`,
      [nom, telephones],
    )
    expect(rows).toEqual([{ found }])
  })
})

it('finds a sapeur on a day on which they served', async () => {
  const owner = await database.as('owner')
  await asSomeone(owner, inHs(['sapeur.lecture']), async () => {
    const { rows } = await owner.query(
      "select app.match_sapeur('Robert Ancien', '{}', '2025-12-31') is not null as active, app.match_sapeur('Robert Ancien', '{}', '2026-01-01') is not null as later",
    )
    expect(rows).toEqual([{ active: true, later: false }])
  })
})
