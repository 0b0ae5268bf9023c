import type pg from 'pg'
import type { DemoSis } from '../../../src/demo/demo_sis.ts'

/** A third SIS beside the demo's two, key `dl`. Sapeur n has the number +4179555300n. */
const delemont: DemoSis = {
  key: 'dl',
  nom: 'SIS Delémont',
  abreviation: 'SIS DL',
  people: [
    ['Beuchat', 'Luc'],
    ['Comte', 'Anne'],
    ['Droz', 'Émile'],
  ],
}

/**
 * People of `hs` beside the demo's, each with a peculiarity: two who share a number, two with the same name,
 * one who left in 2020, one with two numbers, and one with a name of three words.
 */
const oddPeople: { nom: string; prenom: string; telephones: string[]; sortie?: string }[] = [
  { nom: 'Rérat', prenom: 'Paul', telephones: ['+41324260000'] },
  { nom: 'Rérat', prenom: 'Jean', telephones: ['+41324260000'] },
  { nom: 'Chèvre', prenom: 'Marie', telephones: ['+41795559001'] },
  { nom: 'Chèvre', prenom: 'Marie', telephones: ['+41795559002'] },
  { nom: 'Ancien', prenom: 'Pierre', telephones: ['+41795559003'], sortie: '2020-12-31' },
  { nom: 'Double', prenom: 'Karin', telephones: ['+41795559004', '+41324269004'] },
  { nom: 'Vuilleumier-Châtelain', prenom: 'Marie-Françoise', telephones: ['+41795559005'] },
]

const people = `
  with people as (
    select p.*, row_number() over () as n
      from json_to_recordset($1) as p (nom text, prenom text, telephones text[], sortie date)
  ),
  sapeurs as (
    insert into app.sapeurs (nom, prenom) select nom, prenom from people order by n returning id, nom, prenom
  ),
  known as (
    select s.id, p.telephones, p.sortie
      from (select *, row_number() over (order by id) as n from sapeurs) s
      join people p using (n)
  ),
  mutations as (
    insert into app.mutations (sapeur_id, incorporation, sortie) select id, '2010-01-01', sortie from known
  )
  insert into app.telephones (sapeur_id, numero) select id, unnest(telephones) from known`

/**
 * Adds the corpus' own SIS and people to the demo, and dates all service in the demo back to 2010: the mails
 * of the corpus have fixed dates, the demo has not. @param owner a connection of caserne_owner.
 */
export async function addPeople(owner: pg.Client): Promise<void> {
  const open = "select request.open(null, $1, array['sapeur.modification', 'sapeur.lecture'], null)"
  const ofDelemont = delemont.people.map(([nom, prenom], at) => ({
    nom,
    prenom,
    telephones: [`+4179555300${at}`],
  }))
  await owner.query('begin')
  await owner.query('select auth.add_sis($1, $2, $3)', [delemont.key, delemont.nom, delemont.abreviation])
  await owner.query(open, [delemont.key])
  await owner.query(people, [JSON.stringify(ofDelemont)])
  for (const key of ['test', 'hs']) {
    await owner.query(open, [key])
    await owner.query("update app.mutations set incorporation = '2010-01-01'")
  }
  await owner.query(people, [JSON.stringify(oddPeople)])
  await owner.query('commit')
}
