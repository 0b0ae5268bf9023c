import { expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'

const { told, servers } = useDataApi()
const invisible = ['\u200b', '\u200d', '\u202e', '\u2066', '\u00ad', '\ufeff', '\u061c']

it('invisible signs in the names of a sapeur are removed, with a warning', async () => {
  const names = { nom: `Gros${invisible.join('')}jean`, prenom: 'Ame\u0301lie', suffixe: '\u202ejunior' }
  const [status, { data }] = await told('POST /sapeurs', { ...names, type: 1 })
  expect([status, data.nom, data.prenom, data.suffixe]).toEqual([201, 'Grosjean', 'Am\u00e9lie', 'junior'])
  expect(data.avertissements).toEqual([
    'nom : des signes invisibles ont été retirés',
    'suffixe : des signes invisibles ont été retirés',
  ])
  const [, changed] = await told(`PUT /sapeurs/${data.id}`, { nom: 'Gros\u200bjean' })
  expect(changed.data).toMatchObject({
    nom: 'Grosjean',
    avertissements: ['nom : des signes invisibles ont été retirés'],
  })
  expect((await told(`PUT /sapeurs/${data.id}`, { nom: 'Grosjean' }))[1].data.avertissements).toBeUndefined()
  expect((await told('POST /sapeurs', { nom: '\u200b\u200b', prenom: 'Ame', type: 1 }))[0]).toBe(422)
})

it('and in the name of an account', async () => {
  const body = { name: 'Zo\u202e\u200be', email: 'zoe.clean@example.org', password: 'caserne-demo-1' }
  const { user, avertissements } = (await servers.post('/register', body)).body
  expect([user.name, avertissements]).toEqual(['Zoe', ['name : des signes invisibles ont été retirés']])
  const plain = { ...body, name: 'Zoe', email: 'zoe.plain@example.org' }
  expect((await servers.post('/register', plain)).body.avertissements).toBeUndefined()
  const change = async (name: string) => {
    const asked = { as: 'admin@example.org', method: 'PUT', body: { name } }
    const { status, body: answer } = await servers.auth(`/api/v1/users/${user.id}`, asked)
    return [status, answer.data?.name, answer.data?.avertissements]
  }
  expect(await change('Zo\u200b\u00e9')).toEqual([
    ...[200, 'Zo\u00e9', ['name : des signes invisibles ont été retirés']],
  ])
  expect(await change('Zoe Meier')).toEqual([200, 'Zoe Meier', undefined])
})

it('someone of the same name is added with a warning, whatever the case, accents and form of Unicode', async () => {
  const add = async (nom: string, prenom: string) => {
    const [status, { data }] = await told('POST /sapeurs', { nom, prenom, type: 1 })
    return [status, data.nom_prenom, data.avertissements]
  }
  expect(await add('Češka', 'Éva')).toEqual([201, 'Češka Éva', undefined])
  expect(await add('CEŠKA', 'E\u0301va')).toEqual([
    201,
    'CEŠKA Éva',
    ['nom : peut-être connu, comme « Češka Éva »'],
  ])
  expect(await add('Ағаев', 'Ян')).toEqual([201, 'Ағаев Ян', undefined])
  expect(await add('Ягодов', 'Ян')).toEqual([201, 'Ягодов Ян', undefined])
  expect(await add('Ағаев', 'Ян')).toEqual([201, 'Ағаев Ян', ['nom : peut-être connu, comme « Ағаев Ян »']])
  expect(await add('O', 'I')).toEqual([201, 'O I', undefined])
})
