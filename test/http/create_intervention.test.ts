import { describe, expect, it } from 'vitest'
import { useYears } from '../support/years.ts'
import { closed, least, useInterventions } from './intervention_fixture.ts'

const { create, database, phases, sql, told } = useInterventions()
useYears(database, 2018, 2020)

describe('an intervention is created', () => {
  it('in the next year, which it opens', async () => {
    const annee = new Date().getFullYear() + 1
    const data = await create({ date_debut: `${annee}-03-14` })
    expect(data.numero).toBe(`${annee}-001`)
    expect(
      await sql('select debut::text, fin::text from app.exercices_comptables where id = $1', [
        data.exercice_comptable_id,
      ]),
    ).toEqual([{ debut: `${annee}-01-01`, fin: `${annee}-12-31` }])
  })

  it('from the required fields, by an account with the one permission', async () => {
    const data = await create({ date_debut: '2018-03-14' })
    const [year] = await sql(
      'select id::integer, debut::text, fin::text from app.exercices_comptables where annee = 2018',
    )
    expect(year).toMatchObject({ debut: '2018-01-01', fin: '2018-12-31' })
    expect(data).toEqual({
      id: expect.any(Number),
      numero: '2018-001',
      date_debut: '2018-03-14',
      heure_debut: '14:29:00',
      date_fin: '2018-03-14',
      heure_fin: '14:29:00',
      debut: '2018-03-14T14:29:00+01:00',
      fin: '2018-03-14T14:29:00+01:00',
      objet: 'Feu de cuisine',
      lieu: '',
      localite_id: null,
      wgs84: '',
      degre: 1,
      rapport_police: false,
      agent: '',
      sauve_personne: 0,
      sauve_animaux: 0,
      description: '',
      proprietaire: '',
      responsable: '',
      stat_nb: 1,
      statut: 0,
      date_imputation: null,
      alarme_id: null,
      exercice_comptable_id: year?.id,
      intervention_traitement_id: 1,
      stat_federal_id: 10,
      sapeur_id: null,
      type_intervention_id: 17,
      validated_at: null,
      validated_by: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect(await phases(data.id)).toEqual([
      {
        id: expect.any(Number),
        intervention_id: data.id,
        phase_type_id: 1,
        debut: '2018-03-14T14:29:00+01:00',
      },
    ])
  })

  it('with all its fields, ignoring those that the client may not set', async () => {
    const [ids] = await sql(
      `select (select min(id) from app.localites)::integer as localite_id, (select min(id) from app.sapeurs)::integer as sapeur_id`,
    )
    const said = {
      ...least,
      ...ids,
      date_debut: '2020-03-14',
      heure_debut: '23:59:59',
      date_fin: '2020-03-15',
      heure_fin: '00:00:00',
      objet: 'Feu',
      lieu: 'Rue de la Gare 15',
      wgs84: '47.3625,-7.345678',
      degre: 4,
      rapport_police: true,
      agent: 'Agt Rossel',
      sauve_personne: 2,
      sauve_animaux: 3,
      description: 'Casserole',
      proprietaire: 'P. Riétaire',
      responsable: 'R. Esponsable',
      stat_nb: 0,
      intervention_traitement_id: 4,
      stat_federal_id: 1,
      type_intervention_id: 3,
    }
    const unheard = {
      id: 7,
      numero: 'x',
      statut: 3,
      exercice_comptable_id: 1,
      alarme_id: '1',
      localUuid: 'x',
    }
    await create({ date_debut: '2020-01-01' })
    const data = await create({ ...unheard, ...said })
    expect(data).toMatchObject({ ...said, statut: 0, alarme_id: null, numero: '2020-002' })
  })

  it.each([
    ['neither day nor time', {}, '2019-03-14', '14:29:00'],
    ['nulls', { date_fin: null, heure_fin: null }, '2019-03-14', '14:29:00'],
    ['a day', { date_fin: '2019-03-16' }, '2019-03-16', '14:29:00'],
    ['a later time', { heure_fin: '14:30' }, '2019-03-14', '14:30:00'],
    ['an earlier time', { heure_fin: '02:10' }, '2019-03-15', '02:10:00'],
  ])('with its end given by %s', async (_, end, date_fin, heure_fin) => {
    expect(await create(end)).toMatchObject({ date_fin, heure_fin })
  })

  it.each(['', '-90,180', '90.0,-180.00', '47.1234567,7', '5,100.5'])('at %j', async (wgs84) => {
    expect(await create({ wgs84 })).toMatchObject({ wgs84 })
  })

  it.each([
    ['47.3368, 7.2055', '47.3368,7.2055', undefined],
    ['7.2055, 47.3368', '47.3368,7.2055', ' est inversée, elle est lue « 47.3368,7.2055 »'],
    ['0,0', '', ' n’en est pas une, elle a été laissée vide'],
    ['-17.5,-149.5', '-17.5,-149.5', ' est à plus de 300 km de la Suisse'],
    ['Y=2586000 X=1243500', '47.342207,7.253384', undefined],
    ["586'000 / 243'500", '47.342207,7.253384', undefined],
    ['1100000,2700000', '46.044127,8.730499', undefined],
    ['3000000,1243500', '', ' n’est pas en Suisse, elle a été laissée vide'],
  ])('at %j, read as mails are', async (wgs84, read, remark) => {
    const created = await create({ wgs84 })
    const expected = remark && [`wgs84 : la position « ${wgs84} »${remark}`]
    expect([created.wgs84, created.avertissements]).toEqual([read, expected])
    const [, changed] = await told(`PUT /interventions/${created.id}`, { wgs84 })
    expect([changed.data.wgs84, changed.data.avertissements]).toEqual([read, expected])
  })

  it.each(['47.36', '90.1,7', '91,7', '47,180.5', '47,181', '47,7,3', 'nord', '47.,7', ','])(
    'not at %j',
    async (wgs84) => {
      const error = { wgs84: ['La position doit être « latitude,longitude » en degrés décimaux.'] }
      expect(await told('POST /interventions', { ...least, wgs84 })).toEqual([422, { error }])
    },
  )

  it.each([
    [{ date_fin: '2019-03-13' }, { date_fin: ['La fin précède le début.'] }],
    [{ date_fin: '2019-03-14', heure_fin: '14:28:59' }, { date_fin: ['La fin précède le début.'] }],
    [{ localite_id: 999_999 }, { localite_id: ['Cette localité n’existe pas.'] }],
    [{ sapeur_id: 999_999 }, { sapeur_id: ['Ce sapeur n’existe pas.'] }],
    [{ stat_federal_id: 12 }, { stat_federal_id: ['Cette catégorie n’existe pas.'] }],
    [{ type_intervention_id: 99 }, { type_intervention_id: ['Ce type d’intervention n’existe pas.'] }],
    [{ intervention_traitement_id: 7 }, { intervention_traitement_id: ['Ce traitement n’existe pas.'] }],
    [{ objet: ' ' }, { objet: ['Ce champ est obligatoire.'] }],
    [{ heure_debut: '24:00' }, { heure_debut: ['Le format n’est pas valide.'] }],
    [{ degre: 5 }, { degre: ['La valeur ne doit pas dépasser 4.'] }],
  ])('not with %j', async (body, error) => {
    expect(await told('POST /interventions', { ...least, ...body })).toEqual([422, { error }])
  })

  it.each(['1926-03-14', '2062-03-14'])(
    'not on %s, in a year that must be opened first',
    async (date_debut) => {
      const [, month, day] = date_debut.split('-')
      const error = `Aucun exercice comptable ne contient le ${day}.${month}.${date_debut.slice(0, 4)} : il faut d’abord l’ouvrir`
      expect(await told('POST /interventions', { ...least, date_debut })).toEqual([409, { error }])
      expect(
        await told('POST /exercices', {
          designation: 'Exercice',
          date: date_debut,
          heure: '19:30',
          duree: 60,
        }),
      ).toEqual([409, { error }])
      expect(
        await sql('select from app.exercices_comptables where annee = $1', [date_debut.slice(0, 4)]),
      ).toEqual([])
    },
  )

  it('not in a closed year', async () => {
    expect(await told('POST /interventions', { ...least, date_debut: '2013-12-31' })).toEqual(closed)
  })
})
