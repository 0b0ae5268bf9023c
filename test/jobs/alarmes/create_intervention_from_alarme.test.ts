import { expect, it } from 'vitest'
import { useDatabase } from '../../support/database.ts'
import { report, type Stored, useJobs, vient } from '../jobs_fixture.ts'

const database = useDatabase()
const { store, read, alarme, intervention } = useJobs(database)

async function quittances(intervention_id: string): Promise<string[]> {
  const query = `select s.nom_prenom from app.intervention_quittances q
                   join app.sapeurs s on s.sis_key = q.sis_key and s.id = q.sapeur_id
                  where q.intervention_id = $1 order by s.nom_prenom`
  return (await read('hs', query, [intervention_id])).map((row) => row.nom_prenom)
}

async function groupes(intervention_id: string): Promise<[string, string][]> {
  const query = 'select no, designation from app.intervention_groupes where intervention_id = $1 order by no'
  return (await read('hs', query, [intervention_id])).map((row) => [row.no, row.designation])
}

async function createAgain({ id }: Stored): Promise<string> {
  const owner = await database.as('owner')
  const alarm = await alarme('hs', { id: id ?? 0 } as Stored)
  const { rows } = await owner.query('select jobs.create_intervention_from_alarme($1, $2) as id', [
    'hs',
    alarm.id,
  ])
  return rows[0].id
}

/** The number that the next intervention of 2026 gets. */
async function nextNumero(sis: string): Promise<{ no: number; numero: string }> {
  const next = "select count(*)::int + 1 as no from app.interventions where numero like '2026-%'"
  const [{ no }] = await read(sis, next)
  return { no, numero: `2026-${String(no).padStart(3, '0')}` }
}

it('makes an intervention with the facts of the alarm', async () => {
  const next = await nextNumero('hs')
  const stored = await store(report())
  const made = await intervention('hs', stored)
  expect(made).toEqual({
    sis_key: 'hs',
    id: expect.any(String),
    exercice_comptable_id: expect.any(String),
    ...next,
    annee: 2026,
    secondes: '0',
    date_debut: new Date(2026, 2, 14),
    heure_debut: '14:29:45',
    date_fin: new Date(2026, 2, 14),
    heure_fin: '14:29:45',
    objet: 'Feu bâtiment',
    lieu: '2854 Bassecourt, Rue du Colonel-Hoffmeyer 12',
    localite_id: expect.any(String),
    wgs84: '47.343965,7.246531',
    degre: 4,
    rapport_police: false,
    agent: '',
    sauve_personne: 0,
    sauve_animaux: 0,
    description: '',
    proprietaire: '',
    responsable: '',
    stat_nb: 1,
    statut: 0,
    ...{ date_imputation: null, debut_repete: false, fin_repete: false },
    alarme_id: (await alarme('hs', stored)).id,
    intervention_traitement_id: '1',
    stat_federal_id: '1',
    sapeur_id: null,
    local_uuid: null,
    validated_by: null,
    version: expect.any(String),
    validated_at: null,
    type_intervention_id: '3',
    created_at: expect.any(Date),
    updated_at: expect.any(Date),
  })
  const [localite] = await read('hs', 'select npa, nom from app.localites where id = $1', [made.localite_id])
  expect(localite).toEqual({ npa: '2854', nom: 'Bassecourt' })
  const phases = 'select phase_type_id, debut from app.intervention_phases where intervention_id = $1'
  const first = { phase_type_id: '1', debut: new Date('2026-03-14T13:29:45Z') }
  expect(await read('hs', phases, [made.id])).toEqual([first])
})

it('takes over the alerted groups, and each known sapeur who comes, once', async () => {
  const tobler = vient('Tobler Daniel')
  const stored = await store(
    report({
      adresse: 'D 1',
      groupes: [
        { titre: '90 EM, SIS Haute-Sorne', personnes: [vient('Amsler Ricarda'), tobler] },
        { titre: '91 1er secours, SIS Haute-Sorne', personnes: [tobler, vient('Inconnu')] },
      ],
    }),
  )
  const { id } = await intervention('hs', stored)
  expect(await groupes(id)).toEqual([
    ['90', 'EM'],
    ['91', '1er secours'],
  ])
  expect(await quittances(id)).toEqual(['Amsler Ricarda', 'Tobler Daniel'])
})

it.each([
  ['ROUGE', 4],
  ['JAUNE', 3],
  ['BLEU', 2],
  ['GRIS', 1],
  ['', 1],
] as const)('turns the colour %j into the degree %j', async (couleur, degre) => {
  const stored = await store(report({ adresse: `D 2 ${couleur}`, couleur }))
  expect(await intervention('hs', stored)).toMatchObject({ degre })
})

it.each([
  ['FEU BAT', '3', '1'],
  ['FEU', '17', '1'],
  ['FEUILLES', '17', '10'],
  ['FEU VHC', '1', '1'],
  ['FEU FORET', '4', '1'],
  ['AA', '2', '9'],
  ['INOND', '12', '2'],
  ['POLLU', '9', '5'],
  ['POLLU CHIM', '8', '6'],
  ['SAUV', '10', '4'],
  ['SAUV ANIM', '11', '4'],
  ['FEU CHEM', '7', '1'],
  ['ELEM', '13', '2'],
  ['CHIM', '8', '6'],
  ['RADIO', '14', '7'],
  ['DESINC', '10', '3'],
  ['ACC', '10', '3'],
  ['TRAIN', '17', '8'],
  ['FERM', '15', '10'],
  ['PIONNIER', '17', '4'],
  ['GUÊPES', '5', '10'],
  ['ASCENSEUR', '16', '4'],
  ['INCONNU', '17', '10'],
])('gives the code %j the type %s and the federal category %s', async (code, type, federal) => {
  const stored = await store(report({ adresse: `D 3 ${code}`, code }))
  expect(await intervention('hs', stored)).toMatchObject({
    type_intervention_id: type,
    stat_federal_id: federal,
  })
})

it('classifies an alarm without code by the words of its type and description', async () => {
  const stored = await store(report({ adresse: 'D 3 mots', code: '', description: 'Pollution chimique' }))
  expect(await intervention('hs', stored)).toMatchObject({ type_intervention_id: '8', stat_federal_id: '6' })
})

it('uses the meaning of a code at the time of the alarm; the longest matching code wins, in any spelling', async () => {
  const kind = async (adresse: string) => {
    const made = await intervention('hs', await store(report({ adresse, code: 'FEU BAT TOIT' })))
    return [made.id, made.type_intervention_id, made.stat_federal_id]
  }
  const [first, ...before] = await kind('D 3 a')
  const admin = await database.as('admin')
  await admin.query(
    `insert into app.codes_alarme (sis_key, code, type_intervention_id, stat_federal_id)
     values ('hs', 'Feu Bât toit', 7, 2), ('hs', '(FEU)...........BATIR', 1, 1)`,
  )
  const [, ...after] = await kind('D 3 b')
  expect([before, after]).toEqual([
    ['3', '1'],
    ['7', '2'],
  ])
  const unchanged = 'select type_intervention_id from app.interventions where id = $1'
  expect(await read('hs', unchanged, [first])).toEqual([{ type_intervention_id: '3' }])
  await admin.query("delete from app.codes_alarme where code = 'Feu Bât toit'")
  expect((await kind('D 3 c')).slice(1)).toEqual(['3', '1'])
})

it('makes one intervention, however often it is called', async () => {
  const stored = await store(report({ adresse: 'D 4' }))
  const { id } = await intervention('hs', stored)
  expect([await createAgain(stored), await createAgain(stored)]).toEqual([id, id])
  expect(await read('hs', "select from app.interventions where lieu = 'D 4'")).toHaveLength(1)
})

it.each([
  ['29 minutes 59 later', { debut: '2026-03-14T14:59:44' }, true],
  ['30 minutes later', { debut: '2026-03-14T14:59:45' }, true],
  ['31 minutes later', { debut: '2026-03-14T15:00:45' }, false],
  ['30 minutes before, reported later', { debut: '2026-03-14T13:59:45' }, true],
  ['for another code', { code: 'AA' }, false],
  ['for another address', { adresse: 'Autre 1' }, false],
])('joins a second alarm %s: %j → %j', async (name, changes, joined) => {
  const adresse = `2800 Delémont, Rue de la Gare 15 (${name})`
  const first = await store(report({ adresse }))
  const second = await store(report({ adresse: `2800 DELEMONT  rue de la gare 15 – ${name}`, ...changes }))
  const [one, other] = [await intervention('hs', first), await intervention('hs', second)]
  expect(one.id === other.id).toBe(joined)
})

it('distinguishes alarms without code by their description, otherwise by their type', async () => {
  const told = (type: string, description: string) =>
    store(report({ adresse: 'D 6 sans code', code: '', complement: '', type, description }))
  const made = [
    await intervention('hs', await told('Inondation', '')),
    await intervention('hs', await told('Accident', '')),
    await intervention('hs', await told('Inondation', '')),
    await intervention('hs', await told('Alarme réelle', 'Cave inondée')),
    await intervention('hs', await told('Autre type', 'Cave inondée')),
  ]
  const [flood, accident, again, cellar, other] = made.map((each) => each.id)
  expect(new Set([flood, accident, cellar]).size).toBe(3)
  expect([again, other]).toEqual([flood, cellar])
})

it('does not join alarms without an address', async () => {
  const [first, second] = [await store(report({ adresse: '' })), await store(report({ adresse: '' }))]
  expect((await intervention('hs', first)).id).not.toBe((await intervention('hs', second)).id)
})

it('does not join the alarms of two SIS', async () => {
  const at = (sis: string) =>
    store(report({ adresse: 'D 6', groupes: [{ titre: `90 EM, ${sis}`, personnes: [] }] }))
  const { numero } = await nextNumero('test')
  const [hs, test] = [await at('SIS Haute-Sorne'), await at('SIS Test')]
  expect(await intervention('hs', hs)).toMatchObject({ sis_key: 'hs', lieu: 'D 6' })
  expect(await intervention('test', test)).toMatchObject({ sis_key: 'test', lieu: 'D 6', numero })
})

it('adds the groups and people of the joining alarm', async () => {
  const group = (titre: string, nom: string) => [{ titre, personnes: [vient(nom)] }]
  const first = await store(report({ adresse: 'D 7', groupes: group('90 EM, SIS HS', 'Amsler Ricarda') }))
  const second = await store(
    report({ adresse: 'd 7', groupes: group('91 1er secours, hs', 'Tobler Daniel') }),
  )
  const { id, objet } = await intervention('hs', first)
  expect((await intervention('hs', second)).id).toBe(id)
  expect(objet).toBe('Feu bâtiment')
  expect(await groupes(id)).toEqual([
    ['90', 'EM'],
    ['91', '1er secours'],
  ])
  expect(await quittances(id)).toEqual(['Amsler Ricarda', 'Tobler Daniel'])
})
