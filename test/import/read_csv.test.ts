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
    ['NOM;Prénom\nÉrard;Léa\n', 'titles in capitals and with accents'],
    ['nom;prenom;\nÉrard;Léa;\n', 'separators at the end of each line'],
    ['nom;prenom;;\nÉrard;Léa\n', 'separators at the end of the first line'],
    ['nom;prenom\nÉrard;Léa;;\n', 'separators at the end of a row'],
    ['nom;prenom\nÉrard;Léa\n;\n ; \n;;;\n', 'rows of empty cells'],
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

  it.each([
    'sep=;\r\nnom;prenom\r\nÉrard;Léa\r\n',
    '\uFEFF"sep=,"\nnom,prenom\nÉrard,Léa\n',
    'sep=|\nnom|prenom\nÉrard|Léa',
  ])('may name its separator first: %j', async (content) => {
    expect(await read(content)).toEqual({
      columns: ['nom', 'prenom'],
      found: [[3, { nom: 'Érard', prenom: 'Léa' }]],
    })
  })

  it('numbers its rows below a line that names the separator, and below rows of empty cells', async () => {
    const { found } = await read('sep=,\nobjet,lieu\n,\nFeu,Alle\n\n,\nFuite,Alle\n')
    expect(found.map(([line]) => line)).toEqual([4, 7])
  })

  it.each<[content: string | Buffer, why: string]>([
    ['', 'est vide : sa première ligne doit nommer les colonnes.'],
    ['nom;nom\na;b\n', 'La colonne nom figure deux fois.'],
    ['nom;NÖM\na;b\n', 'La colonne NÖM figure deux fois.'],
    [';;\na;b;c\n', 'est vide : sa première ligne doit nommer les colonnes.'],
    ['nom;\na;b\n', 'Ligne 2 : « b » n’a pas de colonne.'],
    ['nom\na;b\n', 'Ligne 2 : le nombre de colonnes n’est pas celui de la première ligne.'],
    [`${'a;'.repeat(1000)}\n`, 'a plus de 500 colonnes.'],
    [`${'a;'.repeat(1_000_000)}\n`, 'est trop longue.'],
    [`nom\nÉrard\n"${'a'.repeat(3_000_000)}"\n`, 'fichier.csv a une ligne de plus d’un mégaoctet.'],
    [`nom\nÉrard\n"${'a\n'.repeat(3_000_000)}`, 'Ligne 3 : elle est trop longue, ou un guillemet'],
    [`nom\nÉrard\n${';'.repeat(3_000_000)}\n`, 'fichier.csv a une ligne de plus d’un mégaoctet.'],
    [Buffer.from('nom;prénom\n', 'latin1'), 'n’est pas en UTF-8 : enregistrez-le comme « CSV UTF-8 ».'],
    ['nom;prenom\na\n', 'Ligne 2 : le nombre de colonnes n’est pas celui de la première ligne.'],
    [
      `nom;prenom\n${'a;b\n'.repeat(12)}c\n${'a;b\n'.repeat(9)}`,
      'Ligne 14 : le nombre de colonnes n’est pas celui de la première ligne.',
    ],
    ['nom;prenom\na;b\nc;"d\n', 'Ligne 3 : un guillemet n’est pas fermé, ou se trouve au milieu d’un texte.'],
  ])('is refused: %.60j', async (content, why) => {
    await expect(read(content)).rejects.toThrow(why)
  })

  it('is refused when it is absent', async () => {
    await expect(openCsv(join(directory, 'rien.csv'))).rejects.toThrow('rien.csv ne peut être lu')
  })
})
