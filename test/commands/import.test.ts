import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { useDatabase } from '../support/database.ts'
import { patience, useCommands, usePrograms } from './command_fixture.ts'

const database = useDatabase()
const settings = () => ({ DATABASE_URL: database.urls.admin })
const run = useCommands(settings)
const byProgram = usePrograms(settings)
const directory = mkdtempSync(join(tmpdir(), 'caserne-import-'))
const file = join(directory, 'vehicules.csv')
afterAll(() => rmSync(directory, { recursive: true }))

async function vehicules() {
  const { rows } = await (await database.as('admin')).query(
    'select sis_key, designation from app.vehicules order by 2',
  )
  return rows
}

describe('import', patience, () => {
  it('only checks the file with --dry-run, and otherwise imports its rows', async () => {
    writeFileSync(file, 'designation;forfait\nTonne-pompe;150\nÉchelle;80,50\n')
    const how = ['import', 'vehicules', file, '--sis', 'hs']
    expect(await run([...how, '--dry-run'])).toEqual({
      code: 0,
      said: '2 lignes vérifiées : tout est en ordre.\n',
    })
    expect(await vehicules()).toEqual([])
    expect(await byProgram(how)).toEqual({ code: 0, said: '2 lignes importées.\n' })
    expect(await vehicules()).toEqual([
      { sis_key: 'hs', designation: 'Tonne-pompe' },
      { sis_key: 'hs', designation: 'Échelle' },
    ])
  })

  it('names the line of each fault, and imports nothing', async () => {
    writeFileSync(file, 'designation;forfait\nFourgon;10\n;5\nBarque;-1\nCanot;-1\n')
    expect(await byProgram(['import', 'vehicules', file, '--sis', 'test'])).toEqual({
      code: 1,
      said: expect.stringMatching(
        /^Ligne 3, designation : Ce champ est obligatoire\.\nLigne 4, forfait « -1 » : .+ \(et 1 autre ligne\)\nRien n’a été importé\.\n$/,
      ),
    })
    expect((await vehicules()).filter(({ sis_key }) => sis_key === 'test')).toEqual([])
  })

  it('warns of names that it changed', async () => {
    writeFileSync(file, 'NOM;Prénom;Incorporation;\nJo\u202eye;A;1.2.26;\n;;;\n')
    expect(await run(['import', 'sapeurs', file, '--sis', 'hs'])).toEqual({
      code: 0,
      said: 'Attention : Ligne 2, nom « Jo ye » : des signes invisibles ont été retirés\n1 ligne importée.\n',
    })
  })

  it('adds unknown places, for every SIS', async () => {
    writeFileSync(file, 'npa,nom,canton\n2800,Delémont,JU\n2926,Boncourt,JU\n')
    expect(await byProgram(['import', 'localites', file])).toEqual({
      code: 0,
      said: '2 lignes importées, 1 de plus qu’avant.\n',
    })
    writeFileSync(file, 'npa,nom,canton\n2926,Boncourt,JU\n29,,Jura\n')
    expect(await run(['import', 'localites', file])).toEqual({
      code: 1,
      said: 'Ligne 3, npa, nom, canton : il faut npa (4 ou 5 chiffres), nom et canton (2 majuscules).\n',
    })
  })

  it.each([
    [['import', 'chevaux', file, '--sis', 'hs'], 'sapeurs, vehicules, interventions ou localites'],
    [['import', 'vehicules', file], '--sis'],
    [['import', 'vehicules', join(directory, 'rien.csv'), '--sis', 'hs'], 'rien.csv ne peut être lu'],
    [
      ['import', 'vehicules', file, '--sis', 'ailleurs'],
      'SIS inconnu : ailleurs (voyez : npm run caserne -- sis list)',
    ],
  ])('explains what is wrong with %j', async (args, why) => {
    const { code, said } = await run(args)
    expect([code, said]).toEqual([1, expect.stringContaining(why)])
  })
})
