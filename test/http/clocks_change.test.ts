import { beforeEach, describe, expect, it } from 'vitest'
import { useDataApi } from './data_fixture.ts'
import { addSapeur } from './samples/interventions.ts'

const { told, sql } = useDataApi()
// Clocks go back from 03:00 to 02:00 on 25 October 2026, and forward from 02:00 to 03:00 on 29 March.
const october = { date_debut: '2026-10-25', heure_debut: '02:50', objet: 'Inondation' }
const span = ({ debut, fin }: { debut: string; fin: string }) => [
  debut,
  fin,
  (Date.parse(fin) - Date.parse(debut)) / 60_000,
]
const first = '2026-10-25T02:50:00+02:00'
const second = '2026-10-25T02:10:00+01:00'
const twentyMinutes = [first, second, 20]
let sapeur: number

async function create(body: object, status = 201) {
  const [got, answer] = await told('POST /interventions', body)
  expect([got, answer.error]).toEqual([status, undefined])
  return answer.data
}

beforeEach(async () => {
  sapeur = await addSapeur(sql)
})

describe('an intervention on the night when clocks go back', () => {
  it.each([
    ['with its day', { date_fin: '2026-10-25', heure_fin: '02:10' }],
    ['by its time alone', { heure_fin: '02:10' }],
    ['as an instant', { fin: second }],
  ])('lasts 20 minutes from 02:50 to 02:10, its end given %s', async (_how, end) => {
    const made = await create({ ...october, ...end })
    expect(span(made)).toEqual(twentyMinutes)
    expect(made).toMatchObject({ date_fin: '2026-10-25', heure_fin: '02:10:00' })
    expect(span((await told(`GET /interventions/${made.id}`))[1].data)).toEqual(twentyMinutes)
    expect((await told('GET /interventions?du=2026-10-25&au=2026-10-25'))[1].data.map(span)).toContainEqual(
      twentyMinutes,
    )
  })

  it('begins in the first pass, and ends in it where the end is later', async () => {
    expect(span(await create({ ...october, heure_debut: '02:10', heure_fin: '02:50' }))).toEqual([
      '2026-10-25T02:10:00+02:00',
      '2026-10-25T02:50:00+02:00',
      40,
    ])
  })

  it('ends on the next day where its time comes only once', async () => {
    expect(span(await create({ ...october, heure_fin: '01:30' }))[2]).toBe(23 * 60 + 40)
  })

  it('is two instants in place of dates and times', async () => {
    const body = { objet: 'Inondation', debut: '2026-10-25T01:10:00Z', fin: '2026-10-25T02:50:00+01:00' }
    const made = await create(body)
    expect(span(made)).toEqual([second, '2026-10-25T02:50:00+01:00', 40])
    expect(made).toMatchObject({ date_debut: '2026-10-25', heure_debut: '02:10:00', heure_fin: '02:50:00' })
  })

  it('is refused where it ends before it begins, also within the hour that comes twice', async () => {
    const late = '2026-10-25T02:50:00+01:00'
    for (const fin of ['2026-10-25 02:10', '2026-10-25T02:55:00+02:00', second]) {
      const [status, { error }] = await told('POST /interventions', { objet: 'x', debut: late, fin })
      expect([fin, status, error]).toEqual([fin, 422, { date_fin: ['La fin précède le début.'] }])
    }
  })

  it('needs a date and a time, or an instant, which do not contradict each other', async () => {
    const refused = async (body: object) => (await told('POST /interventions', body))[1].error
    expect(await refused({ objet: 'x', heure_debut: '02:50' })).toEqual({
      date_debut: ['Ce champ est obligatoire.'],
    })
    expect(await refused({ objet: 'x', date_debut: '2026-10-25' })).toEqual({
      heure_debut: ['Ce champ est obligatoire.'],
    })
    expect(await refused({ ...october, debut: second })).toEqual({
      debut: ['Ce moment contredit la date et l’heure.'],
    })
    expect(await refused({ ...october, debut: first })).toBeUndefined()
  })

  it('keeps its instants when a client sends the record back, and follows its times when those change', async () => {
    const made = await create({ objet: 'x', debut: second, fin: '2026-10-25T02:50:00+01:00' })
    const put = async (body: object) => (await told(`PUT /interventions/${made.id}`, body))[1].data
    expect(span(await put({ ...made, lieu: 'Glovelier' }))).toEqual([second, '2026-10-25T02:50:00+01:00', 40])
    expect(span(await put({ ...made, heure_debut: '04:00', heure_fin: '05:00' }))).toEqual([
      '2026-10-25T04:00:00+01:00',
      '2026-10-25T05:00:00+01:00',
      60,
    ])
    expect(span(await put({ debut: first, fin: second }))).toEqual(twentyMinutes)
  })
})

describe('what belongs to an intervention of 02:50 to 02:10', () => {
  let path: string
  const at = (time: string) => `2026-10-25 ${time}`
  const rows = async (list: string, row: object) => {
    const [status, answer] = await told(`POST ${path}/${list}`, { [list]: [row] })
    expect([status, answer.error]).toEqual([201, undefined])
    return answer.data.sapeurs ?? answer.data
  }

  beforeEach(async () => {
    path = `/interventions/${(await create({ ...october, heure_fin: '02:10' })).id}`
  })

  it('lasts 20 minutes too, by local times: presences, missions', async () => {
    const presences = await rows('sapeurs', { sapeur_id: sapeur, debut: at('02:50'), fin: at('02:10') })
    expect(presences.map(span)).toEqual([twentyMinutes])
    const [row] = await sql('select secondes from app.interventions where id = $1', [
      Number(path.split('/')[2]),
    ])
    expect(Number(row?.secondes)).toBe(1200)
    const [, changed] = await told(`PUT ${path}/sapeurs`, {
      sapeurs: [{ id: presences[0].id, fin: at('02:20') }],
    })
    expect(changed.data.map(span)).toEqual([[first, '2026-10-25T02:20:00+01:00', 30]])
    expect(
      (await rows('missions', { titre: 'Pompe', debut: at('02:50'), fin: at('02:10') })).map(span),
    ).toEqual([twentyMinutes])
  })

  it('comes after its start: phases, jalons, presences that begin later', async () => {
    const late = '2026-10-25T02:05:00+01:00'
    expect(await rows('phases', { phase_type_id: 2, debut: at('02:05') })).toMatchObject([
      { debut: first },
      { debut: late },
    ])
    expect(await rows('jalons', { titre: 'Fini', date_time: at('02:05') })).toMatchObject([
      { date_time: late },
    ])
    const presences = await rows('sapeurs', { sapeur_id: sapeur, debut: at('02:05'), fin: at('02:10') })
    expect(presences.map(span)).toEqual([[late, second, 5]])
  })

  it('is the first of the two where nothing says otherwise: a call', async () => {
    expect(await rows('appels', { date: at('02:48'), numero: '117', nom: 'Police' })).toMatchObject([
      { date: '2026-10-25T02:48:00+02:00' },
    ])
  })
})

describe('a tablet’s report', () => {
  const send = async (body: object) => {
    const [status, answer] = await told('POST /interventions-complet', { objet: 'Inondation', ...body })
    expect([status, answer.error]).toEqual([201, undefined])
    return answer.data
  }

  it('of 02:50 to 02:10 lasts 20 minutes without a warning', async () => {
    const presence = { sapeur_id: sapeur, fin: '2026-10-25 02:10' }
    const missions = [{ titre: 'Pompe', debut: '2026-10-25 02:50', fin: '2026-10-25 02:10' }]
    const phases = [{ phase_type_id: 2, debut: '2026-10-25 02:05' }]
    const body = { ...october, heure_fin: '02:10', sapeurs: [presence], missions, phases }
    const data = await send(body)
    expect([data.avertissements, span(data), data.missions.map(span)]).toEqual([
      [],
      twentyMinutes,
      [twentyMinutes],
    ])
    expect(data.sapeurs.map(span)).toEqual([['2026-10-25T02:45:00+02:00', second, 25]])
    expect(data.phases).toMatchObject([{ debut: first }, { debut: '2026-10-25T02:05:00+01:00' }])
  })

  it('names the times that clocks skip, and moves them on', async () => {
    const presence = { sapeur_id: sapeur, debut: '2026-03-29 02:15', fin: '2026-03-29 04:00' }
    const data = await send({
      date_debut: '2026-03-29',
      heure_debut: '02:30',
      heure_fin: '04:00',
      sapeurs: [presence],
    })
    expect(span(data)).toEqual(['2026-03-29T03:30:00+02:00', '2026-03-29T04:00:00+02:00', 30])
    expect(data).toMatchObject({ date_debut: '2026-03-29', heure_debut: '03:30:00' })
    expect(data.sapeurs.map(span)).toEqual([['2026-03-29T03:15:00+02:00', '2026-03-29T04:00:00+02:00', 45]])
    expect(data.avertissements).toEqual([
      'debut : l’heure 02:30 n’existe pas cette nuit-là, elle est devenue 03:30',
      'sapeurs.0 : debut : l’heure 02:15 n’existe pas cette nuit-là, elle est devenue 03:15',
    ])
  })

  it('keeps the end at the start, in the same pass', async () => {
    const data = await send({ debut: '2026-10-25T02:50:00+01:00', fin: '2026-10-25 02:10' })
    expect(span(data)).toEqual(['2026-10-25T02:50:00+01:00', '2026-10-25T02:50:00+01:00', 0])
    expect(data.avertissements).toHaveLength(1)
  })
})

it('moves an intervention on in March, and says so', async () => {
  const made = await create({
    date_debut: '2026-03-29',
    heure_debut: '02:30',
    objet: 'x',
    heure_fin: '03:40',
  })
  expect(span(made)).toEqual(['2026-03-29T03:30:00+02:00', '2026-03-29T03:40:00+02:00', 10])
  const warning = 'debut : l’heure 02:30 n’existe pas cette nuit-là, elle est devenue 03:30'
  expect(made.avertissements).toEqual([warning])
  const [, changed] = await told(`PUT /interventions/${made.id}`, { heure_debut: '02:30' })
  expect(changed.data.avertissements).toEqual([warning])
  expect((await told(`GET /interventions/${made.id}`))[1].data.avertissements).toBeUndefined()
})

it('reads standby and absences of 02:50 to 02:10 as 20 minutes, and tells calendars so', async () => {
  const when = { debut: '2026-10-25 02:50', fin: '2026-10-25 02:10' }
  const [status, piquet] = await told('POST /piquets', { sapeur_id: sapeur, ...when })
  expect([status, piquet.error]).toEqual([201, undefined])
  expect(span(piquet.data)).toEqual(twentyMinutes)
  const [, absence] = await told('POST /disponibilites', { sapeur_id: sapeur, ...when })
  expect(absence.error).toBeUndefined()
  expect(span(absence.data)).toEqual(twentyMinutes)
  const [event] = await sql(
    `select app.evenement_piquet(q, '', '', 'Europe/Zurich', now(), now()) as piquet from app.piquets q where id = $1`,
    [piquet.data.id],
  )
  expect(event?.piquet).toMatchObject({ debut: '2026-10-25T02:50:00', fin: '2026-10-25T01:10:00Z' })
})

it('prints 20 minutes, and imports them', async () => {
  const { id } = await create({ ...october, heure_fin: '02:10' })
  const presence = { sapeur_id: sapeur, debut: '2026-10-25 02:50', fin: '2026-10-25 02:10' }
  await told(`POST /interventions/${id}/sapeurs`, { sapeurs: [presence] })
  const [printed] = await sql('select app.feuille_intervention($1, null) as feuille', [id])
  expect(printed?.feuille).toMatchObject({
    intervention: { secondes: 1200 },
    moyens: { sapeurs: [{ secondes: 1200 }] },
  })
  const lignes = [{ ...october, objet: 'Importée', date_fin: '2026-10-25', heure_fin: '02:10' }]
  expect(
    await sql('select * from api.import_lignes($1, $2)', ['interventions', JSON.stringify(lignes)]),
  ).toEqual([])
  const { data } = (await told('GET /interventions?du=2026-10-25&au=2026-10-25'))[1]
  expect(span(data.find(({ objet }: { objet: string }) => objet === 'Importée'))).toEqual(twentyMinutes)
})
