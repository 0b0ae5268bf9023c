import { expect, it } from 'vitest'
import { readTables } from '../../../../src/db/schema/tables/read_tables.ts'

const sapeurs = `create table if not exists app.sapeurs (
  sis_key text not null,
  id bigint generated always as identity,
  version bigint not null default 1,
  primary key (sis_key, id)
);
`

const modification = `create policy modification on app.sapeurs for update
  using (sis_key = request.sis_with('sapeur.config', 'sapeur.modification'));
`

const files = (line: string, policy = modification) =>
  new Map([
    ['app/sapeurs.sql', `${sapeurs}--!tenant app.sapeurs, versioned\n${policy}`],
    [
      'app/casques.sql',
      `-- Helmets.
create table if not exists app.casques (
  sis_key text not null,
  id bigint generated always as identity,
  sapeur_id bigint not null,
  taille text not null,
  foreign key (sis_key, sapeur_id) references app.sapeurs
);

${line}
`,
    ],
  ])

const whole = `--!tenant app.casques, part of sapeurs, marks sapeurs, analysts, graphql casque,
--!  journal for sapeur.lecture sapeur.modification
--!   without taille, person sapeur_id modifie, personal taille`

it('reads what the line of a table says', () => {
  expect(readTables(files(whole)).get('app.casques')).toEqual({
    kind: 'tenant',
    table: 'app.casques',
    partOf: [{ record: 'sapeurs', column: 'sapeur_id' }],
    versionedBy: null,
    marks: 'sapeurs',
    journal: { kept: true, readers: ['sapeur.lecture', 'sapeur.modification'], without: ['taille'] },
    analysts: true,
    permission: null,
    graphql: 'casque',
    people: {
      link: 'sapeur_id',
      rule: 'modifie',
      personal: ['taille'],
      kept: ['sis_key', 'id', 'sapeur_id'],
      texts: [],
      neutral: [],
    },
  })
})

it.each([
  ['a clause that does not exist', 'colour red', 'clause inconnue : « colour red »'],
  ['a second clause that would replace the first', 'marks sapeurs, marks sis', 'deux clauses « marks »'],
  ['a column that does not exist', 'journal without pointure', 'la table n’a pas de colonne « pointure »'],
  ['a version that the table does not have', 'versioned', 'la table n’a pas de colonne « version »'],
  [
    'a record without versions',
    'part of groupes by sapeur_id',
    '« part of groupes » : app.groupes n’est pas « versioned »',
  ],
])('finds %s', (_what, clause, fault) => {
  expect(() => readTables(files(`--!tenant app.casques, ${clause}, neutral sapeur_id taille`))).toThrow(
    `sql/app/casques.sql:10: ${fault}`,
  )
})

it('finds a column of which the line does not say what it says of people', () => {
  expect(() => readTables(files('--!tenant app.casques, neutral sapeur_id'))).toThrow(
    'sql/app/casques.sql:10: dites de « taille » si c’est personal, kept, texts ou neutral',
  )
})

it('finds a line in the file of another table', () => {
  const line = '--!tenant app.sapeurs, versioned'
  expect(() => readTables(files(line))).toThrow(
    new Error('sql/app/casques.sql:10: ce fichier ne crée pas la table « app.sapeurs »'),
  )
})

it('finds a second line of a table', () => {
  const line = '--!tenant app.casques, neutral sapeur_id taille'
  expect(() => readTables(files(`${line}\n${line}`))).toThrow(
    new Error('sql/app/casques.sql:11: « app.casques » a déjà une ligne, sql/app/casques.sql:10'),
  )
})

it('takes the permission that parts borrow from the policy of the record', () => {
  expect(readTables(files(whole)).get('app.sapeurs')?.permission).toBe('sapeur.modification')
  expect(() => readTables(files(whole, modification.replace('sis_key', 'id')))).toThrow(
    '« part of sapeurs » : la politique modification de app.sapeurs doit être « using (sis_key = request.sis_with(…)) »',
  )
})

it.each([
  ['is misspelt', '--!tenent app.casques', '--!tenent app.casques'],
  [
    'is cut off from its table',
    '--!table app.casques, neutral sapeur_id taille\n\n--!  marks sapeurs',
    '--!  marks sapeurs',
  ],
])('finds a line that %s', (_what, lines, stray) => {
  expect(() => readTables(files(lines))).toThrow(`ligne inconnue : « ${stray} »`)
})

it.each([
  ['a third record', 'part of a, part of b, part of c', '« part of » : deux fois au plus'],
  ['analysts outside app', 'analysts', '« analysts » ne vaut que pour app'],
  ['graphql outside app', 'graphql x', '« graphql » ne vaut que pour app'],
])('finds %s', (_what, clause, fault) => {
  const text = 'create table if not exists auth.casques (\n  id bigint,\n  checksum text\n);\n'
  const line = `--!tenant auth.casques, ${clause}, neutral checksum\n`
  expect(() => readTables(new Map([['auth/casques.sql', `${text}${line}`]]))).toThrow(
    `sql/auth/casques.sql:5: ${fault}`,
  )
})

it('finds a clause that only rows of a SIS may have', () => {
  expect(() => readTables(files('--!shared app.casques, journal, neutral sapeur_id taille'))).toThrow(
    'sql/app/casques.sql:10: « journal » ne va pas avec --!shared',
  )
})

it('names all faults at once', () => {
  const broken = new Map([...files('--!tenant app.casques, red'), ...[['b.sql', '\n--!tenant app.b']]] as [
    string,
    string,
  ][])
  expect(() => readTables(broken)).toThrow(/casques\.sql:10: clause inconnue[\s\S]*sql\/b\.sql:2: ce fichier/)
})
