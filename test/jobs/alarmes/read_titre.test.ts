import { describe, expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report } from '../jobs_fixture.ts'

const database = useDatabase()

describe('jobs.read_titre', () => {
  it.each([
    ['*90 EM, SIS Haute-Sorne', 'hs', '90', 'EM'],
    ['90 EM - SIS Haute-Sorne', 'hs', '90', 'EM'],
    ['90 EM, sis  HAUTE SORNE', 'hs', '90', 'EM'],
    ['91 1er secours, SIS HS', 'hs', '91', '1er secours'],
    ['90 EM, hs', 'hs', '90', 'EM'],
    ['90 EM, SIS Test', 'test', '90', 'EM'],
    ['SIS Haute-Sorne - RTA', 'hs', '', 'RTA'],
    ['SIS Haute-Sorne, 90 EM', 'hs', '90', 'EM'],
    ['SIS Haute-Sorne - 90 EM - nuit', 'hs', '90', 'EM - nuit'],
    ['90 EM, nuit, SIS Haute-Sorne', 'hs', '90', 'EM'],
    ['90, SIS Haute-Sorne', 'hs', '90', ''],
    ['Commune Haute-Sorne - RTA', null, '', 'Commune Haute-Sorne - RTA'],
    ['90 EM, SIS Ailleurs', null, '90', 'EM, SIS Ailleurs'],
    ['90 EM', null, '90', 'EM'],
    ['1234567890123 EM, SIS Haute-Sorne', 'hs', '', '1234567890123 EM'],
    ['', null, '', ''],
  ])('reads %j as SIS %j, number %j, name %j', async (titre, sis_key, no, nom) => {
    const owner = await database.as('owner')
    const { rows } = await owner.query('select * from jobs.read_titre($1)', [titre])
    expect(rows).toEqual([{ sis_key, no, nom }])
  })
})

describe('jobs.describe_report', () => {
  const remarques = async (changes: object, sis: string[]): Promise<string> => {
    const owner = await database.as('owner')
    const { rows } = await owner.query('select jobs.describe_report($1, $2) as text', [
      JSON.stringify({ ...report(), ...changes }),
      sis,
    ])
    return rows[0].text
  }
  const groupe = (titre: string) => ({ titre, personnes: [] })

  it('says nothing about a report without faults', async () => {
    expect(await remarques({}, ['hs'])).toBe('')
  })

  it('names a missing SIS first, then the warnings, then the groups left out', async () => {
    const avertissements = ['Couleur inconnue : ROSE.', 'Date illisible : hier.']
    const groupes = [groupe('90 EM, SIS Ailleurs'), groupe('Commune - RTA')]
    expect(await remarques({ avertissements, groupes }, [])).toBe(
      'Aucun SIS de cette instance n’est nommé. Couleur inconnue : ROSE. Date illisible : hier. ' +
        'Groupe sans SIS connu, ignoré : 90 EM, SIS Ailleurs. Groupe sans SIS connu, ignoré : Commune - RTA.',
    )
  })

  it('takes a title without any SIS as one of the only SIS concerned', async () => {
    const groupes = [groupe('90 EM')]
    expect(await remarques({ groupes }, ['hs'])).toBe('')
    expect(await remarques({ groupes }, ['hs', 'test'])).toBe('Groupe sans SIS connu, ignoré : 90 EM.')
  })
})
