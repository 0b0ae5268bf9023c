import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'

const database = useDatabase()

async function isTest(type: string, code = '', description = '', mots: string[] | null = null) {
  const owner = await database.as('owner')
  const query = 'select app.is_test($1, $2, $3, coalesce($4, app.usual_mots_test())) as test'
  return (await owner.query(query, [type, code, description, mots])).rows[0].test
}

describe('an alarm is a test', () => {
  it.each([
    ['Test', '', ''],
    ['TEST de sirènes', '', ''],
    ['Exercice mensuel', '', ''],
    ['Alarme test', '', ''],
    ['Alarme  TEST ', '', ''],
    ['Alarme réelle', 'ESSAI ROUGE', ''],
    ['Alarme réelle', 'FEU BAT', 'Exercice : feu à l’école'],
    ['Übung', '', ''],
    ['Probealarm', '', ''],
    ['Entrainement', '', ''],
    ['Prova, allarme', '', ''],
    ['Simulation', '', ''],
  ])('by its words: %j, %j, %j', async (type, code, description) => {
    expect(await isTest(type, code, description)).toBe(true)
  })

  it.each([
    ['Feu salle d’exercice', '', ''],
    ["Feu salle d'exercice", '', ''],
    ['Testament volé', '', ''],
    ['Détresse, testicule', '', ''],
    ['Feu', 'FEU BAT', 'Feu dans la salle d’exercice'],
    ['Feu', 'FEU BAT', 'Fuite après un essai'],
    ['Essaim de guêpes', '', ''],
    ['Alarme réelle', 'AA', 'Détecteur en test'],
    ['', '', ''],
  ])('not by others: %j, %j, %j', async (type, code, description) => {
    expect(await isTest(type, code, description)).toBe(false)
  })

  it('by the words of its SIS alone', async () => {
    expect(await isTest('Blabla 12', '', '', ['blabla'])).toBe(true)
    expect(await isTest('Test', '', '', ['blabla'])).toBe(false)
    expect(await isTest('Essai de sirène générale', '', '', ['essai de sirène'])).toBe(true)
    expect(await isTest('Test', '', '', [' '])).toBe(false)
    expect(await isTest('Test', '', '', [])).toBe(false)
  })
})
