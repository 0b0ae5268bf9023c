import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { openCsv } from '../../src/import/read_csv.ts'

const directory = mkdtempSync(join(tmpdir(), 'caserne-csv-'))
afterAll(() => rmSync(directory, { recursive: true }))

async function read(content: string | Buffer) {
  const path = join(directory, 'fichier.csv')
  writeFileSync(path, content)
  const { columns, rows } = await openCsv(path)
  const found: [number, object][] = []
  for await (const { line, texts } of rows()) found.push([line, texts])
  return { columns, found }
}

describe('a CSV file', () => {
  it.each([
    ['nom;prenom\nÉrard;Léa\n', 'semicolons'],
    ['\uFEFFnom;prenom\r\nÉrard;Léa', 'a byte order mark and CRLF'],
    ['nom,prenom\n"Érard","Léa"\n', 'commas and quotes'],
    ['nom\tprenom\n Érard \tLéa\n\n', 'tabs, stray spaces and an empty line'],
  ])('is read: %j', async (content) => {
    expect(await read(content)).toEqual({
      columns: ['nom', 'prenom'],
      found: [[2, { nom: 'Érard', prenom: 'Léa' }]],
    })
  })

  it('numbers the first line of each row, also after texts of several lines and empty lines', async () => {
    const { found } = await read('objet;lieu\n"Feu\nde cave";Alle\n\n\nInondation;Boncourt\n\nFuite;Alle\n')
    expect(found).toEqual([
      [2, { objet: 'Feu\nde cave', lieu: 'Alle' }],
      [6, { objet: 'Inondation', lieu: 'Boncourt' }],
      [8, { objet: 'Fuite', lieu: 'Alle' }],
    ])
  })

  it.each<[content: string | Buffer, why: string]>([
    ['', 'est vide : sa première ligne doit nommer les colonnes.'],
    ['nom;nom\na;b\n', 'La colonne nom figure deux fois.'],
    [Buffer.from('nom;prénom\n', 'latin1'), 'n’est pas en UTF-8 : enregistrez-le comme « CSV UTF-8 ».'],
    ['nom;prenom\na\n', 'Ligne 2 : le nombre de colonnes n’est pas celui de la première ligne.'],
    [
      `nom;prenom\n${'a;b\n'.repeat(12)}c\n${'a;b\n'.repeat(9)}`,
      'Ligne 14 : le nombre de colonnes n’est pas celui de la première ligne.',
    ],
    ['nom;prenom\na;b\nc;"d\n', 'Ligne 3 : un guillemet n’est pas fermé, ou se trouve au milieu d’un texte.'],
  ])('is refused: %j', async (content, why) => {
    await expect(read(content)).rejects.toThrow(why)
  })

  it('is refused when it is absent', async () => {
    await expect(openCsv(join(directory, 'rien.csv'))).rejects.toThrow('rien.csv ne peut être lu')
  })
})
