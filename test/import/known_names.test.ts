import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { importFile } from '../../src/import/import_file.ts'
import { useDatabase } from '../support/database.ts'
import { look } from '../support/users.ts'

const database = useDatabase()
const directory = mkdtempSync(join(tmpdir(), 'caserne-people-'))
const file = join(directory, 'sapeurs.csv')
afterAll(() => rmSync(directory, { recursive: true }))

async function load(...lines: string[]) {
  writeFileSync(file, `Nom;Prénom;Incorporation;Date naissance\n${lines.join('\n')}\n`)
  const client = await database.as('owner')
  return importFile({ client, kind: 'sapeurs', sis: 'hs', file, dryRun: false, progress: () => undefined })
}

const sentences = async (...lines: string[]) =>
  (await load(...lines)).faults.map(({ line, sentence }) => `${line} ${sentence}`)

const known = /^2 Un sapeur de ce nom et de cette date de naissance existe déjà$/
const perhaps = /^2 Ce sapeur est peut-être connu : .+ les deux dates, ou un suffixe$/

describe('a second import', () => {
  it('knows people by name, whatever its case, accents and form of Unicode', async () => {
    expect(await sentences('Đorđević;Éva;1.2.2020;1.2.1990', 'Ағаев;Ян;1.2.2020;1.2.1990')).toEqual([])
    expect(await sentences('ĐORĐEVIĆ;Eva;1.2.2020;01.02.90')).toEqual([expect.stringMatching(known)])
    expect(await sentences('Đorđevic\u0301;E\u0301va;1.2.2020;1990-02-01')).toEqual([
      expect.stringMatching(known),
    ])
    expect(await sentences('АҒАЕВ;ЯН;1.2.2020;1.2.1990')).toEqual([expect.stringMatching(known)])
    expect(await sentences('Ағаева;Яна;1.2.2020;1.2.1990', 'Đorđević;Éva;1.2.2020;2.2.1990')).toEqual([])
  })

  it('does not tell people apart by a date of birth that is missing', async () => {
    expect(await sentences('Zeller;Léo;1.2.2020;1.2.1991', 'Zeller;Max;1.2.2020;')).toEqual([])
    expect(await sentences('zeller;leo;1.2.2020;')).toEqual([expect.stringMatching(perhaps)])
    expect(await sentences('Zeller;Max;1.2.2020;1.2.1992')).toEqual([expect.stringMatching(perhaps)])
    expect(await sentences('Zeller;Max;1.2.2020;')).toEqual([expect.stringMatching(perhaps)])
  })

  it('knows the people of its own file', async () => {
    expect(await sentences('Zumstein;Noé;1.2.2020;1.2.1991', 'ZUMSTEIN;Noe;1.2.2020;1.2.1991')).toEqual([
      '3 Un sapeur de ce nom et de cette date de naissance existe déjà',
    ])
  })
})

describe('a file of a spreadsheet', () => {
  it('may have dates without zeros and with two figures for the year', async () => {
    expect((await load('Zaugg;Ida;1.2.26;3.4.85', 'Zaugg;Urs;1.12.2026;13.4.1929')).faults).toEqual([])
    const dates = `select string_agg(concat_ws(' ', m.incorporation, p.date_naissance), ', ' order by s.prenom)
                     from app.sapeurs s
                     join app.mutations m on m.sis_key = s.sis_key and m.sapeur_id = s.id
                     join app.particularites p on p.sis_key = s.sis_key and p.sapeur_id = s.id
                    where s.nom = 'Zaugg'`
    expect(await look(database, dates)).toBe('2026-02-01 1985-04-03, 2026-12-01 1929-04-13')
  })

  it('has each refused value listed once, with its line', async () => {
    const bad = Array.from({ length: 3 }, (_, n) => `Zwick;Luc ${n};30.2.2026;`)
    expect((await load(...bad, 'Zwick;Max;hier;')).faults).toMatchObject([
      { line: 2, field: 'incorporation', value: '30.2.2026', more: 2 },
      { line: 5, field: 'incorporation', value: 'hier', more: 0 },
    ])
  })

  it('is imported with names in the usual form of Unicode, and a warning for invisible signs', async () => {
    const { faults, warnings } = await load('Zu\u0308ger;An\u202ena\u200b;1.2.2020;', 'Ng;O;1.2.2020;')
    expect(faults).toEqual([])
    expect(warnings).toEqual([
      {
        line: 2,
        field: 'prenom',
        value: 'An na',
        sentence: 'des signes invisibles ont été retirés',
        more: 0,
      },
    ])
    const names =
      "select string_agg(nom_prenom, ', ' order by id) from app.sapeurs where nom in ('Züger', 'Ng')"
    expect(await look(database, names)).toBe('Züger Anna, Ng O')
  })
})
